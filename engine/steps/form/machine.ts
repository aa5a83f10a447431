import type { FormStep } from '../../../schemas/generated/types.ts';
import type { MachineAction } from '../parts/actions.ts';
import { callStates } from '../parts/calls.ts';
import type { StepMachine } from '../parts/machine.ts';
import { choosing, type EventConfig, target } from '../parts/place.ts';
import { shownState } from '../parts/screen-state.ts';

export const form: StepMachine<FormStep> = {
  role: 'screen',

  state(place) {
    const { form: id, submit, next, log, notify } = place.step;
    const messages: readonly MachineAction[] = [
      ...(log === undefined ? [] : [{ type: 'log', params: { values: log } } as const]),
      ...(notify === undefined ? [] : [{ type: 'notify', params: { message: notify } } as const]),
    ];
    const params = { form: id };
    const onward = next === undefined ? {} : { target: target(next) };
    const on: EventConfig = {
      INPUT: { actions: [{ type: 'setField', params }] },
      SUBMIT: [
        {
          guard: { type: 'isValid', params },
          ...(submit === undefined ? onward : { target: 'call-0' }),
          actions: [{ type: 'stamp' }, { type: 'saveSubmission', params }, ...choosing(place, next), ...messages],
        },
        {
          actions: [
            { type: 'setErrors', params },
            { type: 'notifyInvalid', params },
          ],
        },
      ],
    };
    const calls =
      submit === undefined
        ? {}
        : callStates(place, submit, 'call', next === undefined ? 'ready' : target(next), 'ready', id);
    const shown = shownState(place, on, calls, id);
    // The problem of a submission is shown at its own form only.
    return submit?.onError.inline === undefined ? shown : { ...shown, exit: [{ type: 'clearProblem' }] };
  },

  form({ form: id }, forms, { values, errors, problem }) {
    const definition = forms.find((each) => each.id === id);
    return definition === undefined ? null : { definition, values, errors, problem };
  },
};
