import { describe, expect, test } from 'vitest';
import { startSession } from '../../../engine/session/session.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compileExample, example } from './example-flow.ts';

const waiting = compileExample({
  ...example,
  start: 'sent',
  calls: {},
  steps: {
    form: { show: [], on: { go: { to: 'sent' } } },
    sent: {
      show: [],
      delay: { from: 4000, to: 4000 },
      on: { again: { to: 'form' }, look: { delay: { from: 500, to: 500 }, track: { name: 'Looked' } } },
      next: 'gone',
    },
    gone: { redirect: { to: '/fora' } },
  },
} as never);
const start = () => driveEngine(waiting, startAt(), async () => ({ output: {} }));

describe('a timer', () => {
  test('has a unique name: the waiting step and its duration', async () => {
    const driver = await start();
    await driver.press('look');
    expect(driver.effects.filter(({ kind }) => kind === 'timer' || kind === 'cancel')).toEqual([
      { kind: 'timer', id: 'timer:sent/4000', ms: 4000 },
      { kind: 'cancel', id: 'timer:sent/4000' },
      { kind: 'timer', id: 'timer:sent.look/500', ms: 500 },
    ]);
  });

  test('with another duration, or of a step that does not wait, is ignored', async () => {
    const driver = await start();
    for (const id of ['timer:sent/3999', 'timer:form/4000', 'timer:', 'xstate.init'])
      await driver.send({ type: 'TIMER', id });
    await driver.expectScreen('sent');
  });
});

describe('a step with a delay', () => {
  test.each([
    [0, 3500],
    [0.5, 4000],
    [0.999_999, 4500],
  ])('draws its duration when a visit begins at it: %d gives %d ms', (random, ms) => {
    const compiled = compileExample({
      ...example,
      start: 'check',
      calls: {},
      steps: {
        check: { show: [], delay: { from: 3500, to: 4500 }, next: 'gone' },
        gone: { redirect: { to: '/fora' } },
      },
    } as never);
    const { effects } = startSession(compiled, { ...startAt(), random });
    expect(effects).toContainEqual({ kind: 'timer', id: `timer:check/${ms}`, ms });
  });

  test('continues by itself', async () => {
    const driver = await start();
    await driver.elapse(3999);
    await driver.expectScreen('sent');
    await driver.elapse(1);
    expect(driver.effects.at(-1)).toMatchObject({ kind: 'leave', href: '/fora' });
  });

  test('is left by its own event, and its timer has no effect afterwards', async () => {
    const driver = await start();
    await driver.elapse(2000);
    await driver.press('again');
    await driver.expectScreen('form');
    await driver.elapse(10_000);
    await driver.expectScreen('form');
    expect(driver.effects.some(({ kind }) => kind === 'leave')).toBe(false);
  });

  test('resumes after an event without a target', async () => {
    const driver = await start();
    await driver.press('look');
    await driver.elapse(500);
    await driver.expectScreen('sent');
    await driver.elapse(4000);
    expect(driver.effects.at(-1)).toMatchObject({ kind: 'leave' });
  });
});
