/** Every step kind, with what browser and server need to know of it. A kind missing here does not compile. */
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

/** What is specific to a step's kind. */
export const machineOf = ({ kind }: Pick<StepDefinition, 'kind'>): StepMachine => machines[kind];

/** What a step is to a visitor; undefined where there is no step. */
export const stepRole = (step: Pick<StepDefinition, 'kind'> | undefined): StepRole | undefined =>
  step && machineOf(step).role;
