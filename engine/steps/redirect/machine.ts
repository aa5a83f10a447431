import type { RedirectStep } from '../../../schemas/generated/types.ts';
import type { StepMachine } from '../parts/machine.ts';
import { leaf } from '../parts/place.ts';

export const redirect: StepMachine<RedirectStep> = {
  role: 'exit',

  state(place) {
    leaf(place, '', 'calling');
    return { entry: [{ type: 'redirect', params: { redirect: place.step.redirect } }] };
  },
};
