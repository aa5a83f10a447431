import type { ShowStep } from '../../../schemas/generated/types.ts';
import type { StepMachine } from '../parts/machine.ts';
import { shownState } from '../parts/screen-state.ts';

export const show: StepMachine<ShowStep> = {
  role: 'screen',
  state: (place) => shownState(place),
};
