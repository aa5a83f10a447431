import type { RedirectStep } from '../../../schemas/generated/types.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const redirect: StepAuthoring<RedirectStep> = {
  ...plainStep,
  key: 'leave',
  define: (base, { leave }) => (leave === undefined ? null : { ...base, kind: 'redirect', leave }),
};
