/** Every step kind, with what the loader needs to know about it. A missing kind is a type error. */
import {
  type Step,
  type StepBase,
  type StepDefinition,
  type StepKind,
  stepProperties,
} from '../../schemas/generated/types.ts';
import { ask } from './ask/authoring.ts';
import { branch } from './branch/authoring.ts';
import { close } from './close/authoring.ts';
import { delay } from './delay/authoring.ts';
import { form } from './form/authoring.ts';
import { machineOf } from './machines.ts';
import type { StepAuthoring } from './parts/authoring.ts';
import type { StepRole } from './parts/machine.ts';
import { redirect } from './redirect/authoring.ts';
import { show } from './show/authoring.ts';

const kinds: { readonly [K in StepKind]: StepAuthoring<Extract<StepDefinition, { kind: K }>> } = {
  ask,
  form,
  delay,
  branch,
  redirect,
  close,
  show,
};
const byKey = (Object.entries(kinds) as [StepKind, StepAuthoring<StepDefinition>][]).flatMap(([kind, { key }]) =>
  key === null ? [] : [{ kind, key }],
);

/** The keys of a step that determine its kind. A valid step has at most one. */
export const kindKeys = (step: Step): (keyof Step)[] =>
  byKey.flatMap(({ key }) => (step[key] === undefined ? [] : [key]));

/** The kind of a step in a file. Only this function distinguishes kinds by their keys. */
export const kindOfStep = (step: Step): StepKind => byKey.find(({ key }) => step[key] !== undefined)?.kind ?? 'show';

/** What the loader knows about a step's kind. */
export const authoringOf = (step: Step): StepAuthoring<StepDefinition> => kinds[kindOfStep(step)];

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
