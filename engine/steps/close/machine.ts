import type { CloseStep } from '../../../schemas/generated/types.ts';
import type { StepMachine } from '../parts/machine.ts';
import { leaf } from '../parts/place.ts';

export const close: StepMachine<CloseStep> = {
  role: 'end',

  state(place) {
    leaf(place, '', 'waiting');
    return { entry: [{ type: 'close' }] };
  },
};
