import { expect, test } from 'vitest';
import { type Session, screenOf, sendEvent, startSession } from '../../../engine/session/session.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { compileExample, example } from './example-flow.ts';

const compiled = compileExample({
  ...example,
  needs: { summary: ['answers'] },
  steps: { ...example.steps, summary: { show: [], on: { go: { to: 'thanks' } } } },
} as never);
const screenAfter = (session: Session, screen: string) => {
  const step = sendEvent(session, { type: 'GO', screen }, { at: 0, random: 0 });
  return { screen: screenOf(step.session).id, handled: step.handled };
};

test('a reload resumes a step whose needs are met', () => {
  const { session } = startSession(compiled, startAt({ screen: 'summary', saved: { answers: [0, 10] } }));
  expect(screenOf(session).id).toBe('summary');
});

test('and starts again when one of them is missing', () => {
  for (const saved of [{}, { answers: [0, null] }]) {
    const { session } = startSession(compiled, startAt({ screen: 'summary', saved }));
    expect(screenOf(session).id).toBe('intro');
  }
});

test('Back and Forward do the same', () => {
  const { session: without } = startSession(compiled, startAt());
  expect(screenAfter(without, 'summary')).toEqual({ screen: 'intro', handled: false });
  const { session } = startSession(compiled, startAt({ saved: { answers: [0, 10] } }));
  expect(screenAfter(session, 'summary')).toEqual({ screen: 'summary', handled: true });
});
