import type { DelayStep } from '../../../schemas/generated/types.ts';
import { parseWait } from '../../values/duration.ts';
import { optional } from '../../values/pick.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const delay: StepAuthoring<DelayStep> = {
  ...plainStep,
  key: 'delay',
  drawnAs: 'wait',
  define(base, step) {
    const { delay: length, next } = step;
    if (length === undefined || next === undefined) return null;
    return { ...base, kind: 'delay', delay: length, next, ...optional(step, 'on') };
  },
  // The value from the file: an invalid delay is reported by the schema check.
  entersAtOnce: ({ delay: wait, next }) => (next !== undefined && parseWait(String(wait)).to === 0 ? [next] : []),
  needsNext: 'waits',
};
