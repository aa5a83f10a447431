import type { Calls } from '../../../schemas/generated/types.ts';
import { callId } from './call-id.ts';
import { leaf, type Place, type StateConfig, type WayConfig } from './place.ts';

const defaultTimeout = 15_000;

/**
 * One state for each call, in sequence.
 * @param name the prefix of the states' names
 * @param form the form that `onSuccess.resetForm` empties
 */
export function callStates(
  place: Place,
  calls: Calls,
  name: 'call' | 'load',
  doneTo: string,
  failedTo: string,
  form?: string,
): Record<string, StateConfig> {
  const { onSuccess = {} } = calls;
  const states: Record<string, StateConfig> = {};
  calls.calls.forEach((call, index) => {
    const key = `${name}-${index}`;
    const last = index === calls.calls.length - 1;
    const path = call.post ?? call.get ?? '';
    const onward: Required<Omit<WayConfig, 'guard'>> = {
      target: last ? doneTo : `${name}-${index + 1}`,
      actions: last
        ? [
            ...(onSuccess.track === undefined
              ? []
              : [
                  {
                    type: 'track',
                    params: { track: onSuccess.track, ...(name === 'load' ? { once: true as const } : {}) },
                  } as const,
                ]),
            ...(onSuccess.log === undefined ? [] : [{ type: 'log', params: { values: onSuccess.log } } as const]),
            ...(onSuccess.resetForm === true && form !== undefined
              ? [{ type: 'resetForm', params: { form } } as const]
              : []),
            ...(name === 'load' ? [{ type: 'markLoaded', params: { step: place.id } } as const] : []),
          ]
        : [],
    };
    const failure: WayConfig =
      call.continueOnError === true
        ? onward
        : {
            target: failedTo,
            actions: [
              { type: 'setFailure', params: { message: calls.onError } },
              { type: 'notify', params: { message: calls.onError, failed: true } },
            ],
          };
    leaf(place, key, name === 'call' ? 'calling' : 'loading');
    states[key] = {
      ...(index === 0 && calls.track !== undefined
        ? { entry: [{ type: 'track', params: { track: calls.track } }] }
        : {}),
      invoke: {
        id: callId(place.id, key),
        src: 'call',
        input: { path, with: call.with ?? {}, timeout: calls.timeout ?? defaultTimeout },
        onDone: {
          ...onward,
          actions: [
            { type: 'stamp' },
            { type: 'saveReply', params: { path, saveAs: call.saveAs ?? {} } },
            ...onward.actions,
          ],
        },
        onError: failure,
      },
    };
  });
  return states;
}
