import type { DelayStep } from '../../../schemas/generated/types.ts';
import { parseWait } from '../../values/duration.ts';
import { optional, plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const delay: StepAuthoring<DelayStep> = {
  ...plainStep,
  key: 'wait',
  define(base, step) {
    const { wait, next } = step;
    if (wait === undefined || next === undefined) return null;
    return { ...base, kind: 'delay', wait, next, ...optional(step, 'on') };
  },
  // As written: a delay that cannot be read is reported elsewhere.
  entersAtOnce: ({ wait, next }) => (next !== undefined && parseWait(String(wait)).to === 0 ? [next] : []),
  needsNext: 'waits',
};
