/** The ids of calls, and the calls that they name. */
import { expect, test } from 'vitest';
import { stepRole } from '../../../engine/steps/machines.ts';
import { callId, callPlace, callWithId } from '../../../engine/steps/parts/call-id.ts';

test.each([
  ['contact', 'call-0', { step: 'contact', part: 'submit', index: 0 }],
  ['result', 'load-12', { step: 'result', part: 'fetch', index: 12 }],
  ['a/b', 'load-1', { step: 'a/b', part: 'fetch', index: 1 }],
])('the id of %s/%s gives its place', (step, key, place) => {
  expect(callPlace(callId(step, key))).toEqual(place);
});

test.each(['post:a/go', 'call:/call-0', 'call:a/call-', 'call:a/call-1x', 'xcall:a/call-1', 'call:a/wait-1', ''])(
  '%j is no id of a call',
  (id) => expect(callPlace(id)).toBeNull(),
);

const calls = (...paths: string[]) => ({ calls: paths.map((post) => ({ post })), onError: {} });
const steps = {
  contact: { kind: 'form', form: 'contact', fetch: calls('/a'), submit: calls('/b', '/c') },
  result: { kind: 'show', fetch: calls('/d') },
} as const;

test.each([
  ['call:contact/load-0', '/a'],
  ['call:contact/call-0', '/b'],
  ['call:contact/call-1', '/c'],
  ['call:contact/call-2', undefined],
  ['call:result/load-0', '/d'],
  ['call:result/call-0', undefined],
  ['call:gone/call-0', undefined],
  ['post:contact/go', undefined],
])('%s is the call of %s', (id, path) => {
  expect(callWithId({ steps }, id)?.post).toBe(path);
});

test('a step that a flow does not have has no role', () => {
  expect(stepRole(undefined)).toBeUndefined();
  expect(stepRole({ kind: 'delay' })).toBe('pause');
});
