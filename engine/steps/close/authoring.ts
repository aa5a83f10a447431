import type { CloseStep } from '../../../schemas/generated/types.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const close: StepAuthoring<CloseStep> = {
  ...plainStep,
  key: 'close',
  drawnAs: 'close',
  define: (base, { close: closes }) => (closes === undefined ? null : { ...base, kind: 'close', close: closes }),
};
