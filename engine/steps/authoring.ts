/** What the loader needs to know about steps. */
import {
  type Step,
  type StepBase,
  type StepDefinition,
  type StepKind,
  stepProperties,
} from '../../schemas/generated/types.ts';
import { stepAuthoring } from './generated/authoring.ts';
import { machineOf } from './machines.ts';
import type { StepAuthoring } from './parts/authoring.ts';
import type { StepRole } from './parts/machine.ts';

const byKey = (Object.entries(stepAuthoring) as [StepKind, StepAuthoring<StepDefinition>][]).flatMap(
  ([kind, { key }]) => (key === null ? [] : [{ kind, key }]),
);

/** The keys of a step that determine its kind. A valid step has at most one. */
export const kindKeys = (step: Step): (keyof Step)[] =>
  byKey.flatMap(({ key }) => (step[key] === undefined ? [] : [key]));

/** The kind of a step in a file. Only this function distinguishes kinds by their keys. */
export const kindOfStep = (step: Step): StepKind => byKey.find(({ key }) => step[key] !== undefined)?.kind ?? 'show';

/** What the loader knows about a step's kind. */
export const authoringOf = (step: Step): StepAuthoring<StepDefinition> => stepAuthoring[kindOfStep(step)];

/** The role of a step in a file. */
export const roleOfStep = (step: Step): StepRole => machineOf({ kind: kindOfStep(step) }).role;

const special: ReadonlySet<string> = new Set(Object.values(stepProperties).flat());
const baseOf = (step: Step): StepBase =>
  Object.fromEntries(Object.entries(step).filter(([key]) => !special.has(key))) as StepBase;

/** The definitions of checked steps. A step that lacks a required key is omitted; its error has been reported. */
export const defineSteps = (steps: Readonly<Record<string, Step>>): Record<string, StepDefinition> =>
  Object.fromEntries(
    Object.entries(steps).flatMap(([id, step]) => {
      const definition = authoringOf(step).define(baseOf(step), step);
      return definition === null ? [] : [[id, definition] as const];
    }),
  );
