import type { RedirectStep } from '../../../schemas/generated/types.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const redirect: StepAuthoring<RedirectStep> = {
  ...plainStep,
  key: 'redirect',
  drawnAs: 'redirect',
  define: (base, step) => (step.redirect === undefined ? null : { ...base, kind: 'redirect', redirect: step.redirect }),
};
