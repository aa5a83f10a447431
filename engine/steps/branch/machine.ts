import type { BranchStep } from '../../../schemas/generated/types.ts';
import type { StepMachine } from '../parts/machine.ts';
import { leaf, target } from '../parts/place.ts';

export const branch: StepMachine<BranchStep> = {
  role: 'junction',

  state(place) {
    leaf(place, '', 'waiting');
    return {
      always: place.step.branch.map(({ when, to, clear }) => ({
        ...(when === undefined
          ? {}
          : {
              guard: { type: 'isTrue', params: { when, ...(place.flow.ways === undefined ? {} : { step: place.id }) } },
            }),
        target: target(to),
        actions: (clear ?? []).map((form) => ({ type: 'resetForm', params: { form, empty: true } })),
      })),
    };
  },
};
