/** Every step kind, with what the loader needs to know of it. A kind missing here does not compile. */
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

/** The keys that give a step its kind, as far as a step has them. A checked step has one at most. */
export const kindKeys = (step: Step): (keyof Step)[] =>
  byKey.flatMap(({ key }) => (step[key] === undefined ? [] : [key]));

/** The kind of a step as it is written. This is the only place that tells kinds apart by their keys. */
export const kindOfStep = (step: Step): StepKind => byKey.find(({ key }) => step[key] !== undefined)?.kind ?? 'show';

/** What the loader knows of a step's kind. */
export const authoringOf = (step: Step): StepAuthoring<StepDefinition> => kinds[kindOfStep(step)];

/** What a written step is to a visitor. */
export const roleOfStep = (step: Step): StepRole => machineOf({ kind: kindOfStep(step) }).role;

const special: ReadonlySet<string> = new Set(Object.values(stepProperties).flat());
const baseOf = (step: Step): StepBase =>
  Object.fromEntries(Object.entries(step).filter(([key]) => !special.has(key))) as StepBase;

/** The definitions of steps that are checked. One that lacks what its kind requires is left out; its error is reported. */
export const defineSteps = (steps: Readonly<Record<string, Step>>): Record<string, StepDefinition> =>
  Object.fromEntries(
    Object.entries(steps).flatMap(([id, step]) => {
      const definition = authoringOf(step).define(baseOf(step), step);
      return definition === null ? [] : [[id, definition] as const];
    }),
  );
