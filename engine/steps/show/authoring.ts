import type { ShowStep } from '../../../schemas/generated/types.ts';
import { optional } from '../../values/pick.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const show: StepAuthoring<ShowStep> = {
  ...plainStep,
  key: null,
  drawnAs: 'screen',
  define: (base, step) => ({ ...base, kind: 'show', ...optional(step, 'fetch', 'on') }),
};
