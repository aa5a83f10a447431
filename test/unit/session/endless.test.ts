import { expect, test } from 'vitest';
import { sendEvent, startSession } from '../../../engine/session/session.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { code, compileExample, example } from './example-flow.ts';

const turning = {
  left: { branch: [{ when: code("uid == ''"), to: 'done' }, { to: 'right' }] },
  right: { branch: [{ when: code("uid == ''"), to: 'done' }, { to: 'left' }] },
  done: { show: [], final: true },
};

test('a flow that starts in a cycle stops with a coded error', () => {
  const compiled = compileExample({ ...example, start: 'left', calls: {}, steps: turning } as never);
  expect(() => startSession(compiled, startAt())).toThrow(
    expect.objectContaining({ name: 'FlowError', code: 'endless-steps' }),
  );
});

test('a flow that reaches a cycle stops with a coded error, and the previous session stays valid', () => {
  const steps = { intro: { show: [], on: { go: { to: 'left' }, end: { to: 'done' } } }, ...turning };
  const compiled = compileExample({ ...example, start: 'intro', calls: {}, steps } as never);
  const { session } = startSession(compiled, startAt());
  const stamp = { at: 0, random: 0 };
  expect(() => sendEvent(session, { type: 'on', name: 'go' }, stamp)).toThrow(
    expect.objectContaining({ code: 'endless-steps' }),
  );
  expect(sendEvent(session, { type: 'on', name: 'end' }, stamp).handled).toBe(true);
});

test('the longest possible chain of branches is not a cycle', () => {
  const length = 600;
  const steps = Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `s${index}`,
      { branch: [{ when: code("uid == ''"), to: 'end' }, { to: index + 1 === length ? 'end' : `s${index + 1}` }] },
    ]),
  );
  const compiled = compileExample({
    ...example,
    start: 's0',
    calls: {},
    steps: { ...steps, end: { show: [], final: true } },
  } as never);
  expect(startSession(compiled, startAt()).session.snapshot.value).toEqual({ end: 'ready' });
});
