/** Every step kind, as browser and server use it. */
import type { StepDefinition } from '../../schemas/generated/types.ts';
import { stepMachines } from './generated/machines.ts';
import type { StepMachine, StepRole } from './parts/machine.ts';

/** The part of a step that depends on its kind. */
export const machineOf = ({ kind }: Pick<StepDefinition, 'kind'>): StepMachine => stepMachines[kind];

/** The role of a step; undefined if there is no step. */
export const stepRole = (step: Pick<StepDefinition, 'kind'> | undefined): StepRole | undefined =>
  step && machineOf(step).role;
