import type { Calls } from '../../../schemas/generated/types.ts';
import { leaf, type Place, type StateConfig } from './place.ts';

const defaultTimeout = 15_000;

/**
 * One state for each call, in sequence.
 * @param name the prefix of the states' names
 * @param form the form that `done.clear` empties
 */
export function callStates(
  place: Place,
  calls: Calls,
  name: 'call' | 'load',
  doneTo: string,
  failedTo: string,
  form?: string,
): Record<string, StateConfig> {
  const { onSuccess: done = {} } = calls;
  const states: Record<string, StateConfig> = {};
  calls.calls.forEach((call, index) => {
    const key = `${name}-${index}`;
    const last = index === calls.calls.length - 1;
    const path = call.post ?? call.get;
    const onward = {
      target: last ? doneTo : `${name}-${index + 1}`,
      actions: last
        ? [
            ...(done.track === undefined
              ? []
              : [{ type: 'track', params: { track: done.track, ...(name === 'load' ? { once: true } : {}) } }]),
            ...(done.log === undefined ? [] : [{ type: 'log', params: { values: done.log } }]),
            ...(done.resetForm === true && form !== undefined ? [{ type: 'clear', params: { form } }] : []),
            ...(name === 'load' ? [{ type: 'keepLoaded', params: { step: place.id } }] : []),
          ]
        : [],
    };
    const failure =
      call.continueOnError === true
        ? onward
        : {
            target: failedTo,
            actions: [
              { type: 'fail', params: { message: calls.onError } },
              { type: 'tell', params: { message: calls.onError, failed: true } },
            ],
          };
    leaf(place, key, name === 'call' ? 'calling' : 'loading');
    states[key] = {
      ...(index === 0 && calls.track !== undefined
        ? { entry: [{ type: 'track', params: { track: calls.track } }] }
        : {}),
      invoke: {
        id: `call:${place.id}/${key}`,
        src: 'call',
        input: { path, send: call.with ?? {}, timeout: calls.timeout ?? defaultTimeout },
        onDone: {
          ...onward,
          actions: [{ type: 'stamp' }, { type: 'take', params: { path, into: call.saveAs ?? {} } }, ...onward.actions],
        },
        onError: failure,
      },
    };
  });
  return states;
}
