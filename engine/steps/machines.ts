/** Every step kind, as browser and server use it. A missing kind is a type error. */
import type { StepDefinition, StepKind } from '../../schemas/generated/types.ts';
import { ask } from './ask/machine.ts';
import { branch } from './branch/machine.ts';
import { close } from './close/machine.ts';
import { delay } from './delay/machine.ts';
import { form } from './form/machine.ts';
import type { StepMachine, StepRole } from './parts/machine.ts';
import { redirect } from './redirect/machine.ts';
import { show } from './show/machine.ts';

const machines: { readonly [K in StepKind]: StepMachine<Extract<StepDefinition, { kind: K }>> } = {
  ask,
  form,
  delay,
  branch,
  redirect,
  close,
  show,
};

/** The part of a step that depends on its kind. */
export const machineOf = ({ kind }: Pick<StepDefinition, 'kind'>): StepMachine => machines[kind];

/** The role of a step; undefined if there is no step. */
export const stepRole = (step: Pick<StepDefinition, 'kind'> | undefined): StepRole | undefined =>
  step && machineOf(step).role;
