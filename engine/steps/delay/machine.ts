import type { DelayStep } from '../../../schemas/generated/types.ts';
import type { StepMachine } from '../parts/machine.ts';
import { leaf, target } from '../parts/place.ts';
import { reactionsOf } from '../parts/reactions.ts';

export const delay: StepMachine<DelayStep> = {
  role: 'pause',

  state(place) {
    const { id, step, delays } = place;
    // XState resolves a delay before the entry actions of its own state, so a state before it chooses the random delay.
    leaf(place, 'chooseDelay', 'waiting');
    leaf(place, 'run', 'waiting');
    delays.set(id, step.delay);
    const { on, doing } = reactionsOf(place, 'run');
    return {
      initial: 'chooseDelay',
      states: {
        chooseDelay: {
          entry: [{ type: 'chooseDelay', params: { state: id, ...step.delay } }],
          always: { target: 'run' },
        },
        run: { after: { [`delay:${id}`]: { target: target(step.next) } }, on },
        ...doing,
      },
    };
  },
};
