/** What every store does around its database: batches, errors that pass or do not, and its end. */
import { beforeEach, describe, expect, test } from 'vitest';
import { guardCalls } from '../../../server/store/calls.ts';
import { StoreError, type StoreErrorCode } from '../../../server/store/errors.ts';
import { type Frame, type FrameParts, type Job, storeFrame } from '../../../server/store/frame.ts';
import { storeErrorOf, submissionOf } from '../../contracts/store/submissions.ts';

const broken = (code: StoreErrorCode) => new StoreError(code, 'x');
const stored = { outcome: 'stored' } as never;

let written: (readonly Job[])[];
let health: boolean[];
let fatal: string[];
let troubles: (string | null)[];
let released: boolean[];
let next: StoreErrorCode | null;
let visible: StoreErrorCode | null;
let frame: Frame;

const frameOf = (more: Partial<FrameParts> = {}): Frame =>
  storeFrame({
    events: {
      onFatal: ({ code }) => void fatal.push(code),
      onTrouble: (trouble) => void troubles.push(trouble?.code ?? null),
    },
    clock: () => 7,
    write(jobs, isHealthy) {
      health.push(isHealthy());
      if (next !== null) throw broken(next);
      written.push(jobs);
      return jobs.map((job) => ({ ok: true, value: 'submission' in job ? stored : null }));
    },
    toStoreError: (error) => error as StoreError,
    visibleTrouble: () => (visible === null ? null : broken(visible)),
    release: (failed) => void released.push(failed),
    ...more,
  });

beforeEach(() => {
  [written, health, fatal, troubles, released, next, visible] = [[], [], [], [], [], null, null];
  frame = frameOf();
});

const submit = () => frame.submit(submissionOf('a'));
const codeOf = async (call: Promise<unknown>) => (await storeErrorOf(call)).code;

test('submissions and probes of one turn are written together', async () => {
  expect(await Promise.all([submit(), frame.probe(), submit()])).toEqual([stored, undefined, stored]);
  expect(written).toMatchObject([[{ submission: { key: 'a' } }, { probeAt: 7 }, { submission: {} }]]);
  expect([frame.trouble(), frame.hasFailed(), troubles]).toEqual([null, false, []]);
});

test('an invalid submission is refused before it is written', async () => {
  expect(await codeOf(frame.submit(submissionOf('a', { receivedAt: 0.5 })))).toBe('STORE_REJECTED');
  expect([written, frame.trouble()]).toEqual([[], null]);
});

describe('an error of the database', () => {
  test('that may pass is trouble until the next write succeeds', async () => {
    next = 'STORE_FULL';
    expect(await codeOf(submit())).toBe('STORE_FULL');
    expect(await codeOf(submit())).toBe('STORE_FULL');
    expect([frame.trouble()?.code, troubles]).toEqual(['STORE_FULL', ['STORE_FULL']]);
    next = 'STORE_BUSY';
    expect(await codeOf(submit())).toBe('STORE_BUSY');
    next = null;
    expect(await submit()).toBe(stored);
    expect([frame.trouble(), troubles]).toEqual([null, ['STORE_FULL', 'STORE_BUSY', null]]);
    expect(health).toEqual([true, false, false, false]);
    expect([fatal, frame.hasFailed()]).toEqual([[], false]);
  });

  test('about one submission is no trouble', async () => {
    next = 'STORE_REJECTED';
    expect(await codeOf(submit())).toBe('STORE_REJECTED');
    expect([frame.trouble(), troubles]).toEqual([null, []]);
  });

  test('that is fatal ends the store, and is reported once', async () => {
    next = 'STORE_FAILED';
    expect(await codeOf(submit())).toBe('STORE_FAILED');
    next = null;
    for (const call of [submit(), frame.probe(), frame.call(() => 1)]) expect(await codeOf(call)).toBe('STORE_FAILED');
    expect(frame.trouble()?.code).toBe('STORE_FAILED');
    expect(frame.settle(broken('STORE_FAILED'))).toBe(frame.trouble());
    expect(frame.settle(broken('STORE_BUSY')).code).toBe('STORE_BUSY');
    expect([fatal, written, frame.hasFailed()]).toEqual([['STORE_FAILED'], [], true]);
    await frame.close();
    expect(released).toEqual([true]);
  });

  test('of a read is classified, and may be fatal too', async () => {
    const fails = (code: StoreErrorCode) =>
      frame.call(() => {
        throw broken(code);
      });
    expect(await codeOf(fails('STORE_BUSY'))).toBe('STORE_BUSY');
    expect(frame.hasFailed()).toBe(false);
    expect(await codeOf(fails('STORE_FAILED'))).toBe('STORE_FAILED');
    expect(frame.hasFailed()).toBe(true);
  });

  test('that shows without a write is trouble, too', async () => {
    visible = 'STORE_MOVED';
    expect(frame.trouble()?.code).toBe('STORE_MOVED');
    expect(troubles).toEqual(['STORE_MOVED']);
    visible = null;
    expect(frame.trouble()?.code).toBe('STORE_MOVED');
    await submit();
    expect([frame.trouble(), troubles]).toEqual([null, ['STORE_MOVED', null]]);
  });

  test('of a batch also ends what waited for the next one', async () => {
    let fail: (error: unknown) => void = () => {};
    frame = frameOf({
      write: () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    });
    const first = submit();
    await new Promise(setImmediate);
    const second = submit();
    fail(broken('STORE_FAILED'));
    expect([await codeOf(first), await codeOf(second)]).toEqual(['STORE_FAILED', 'STORE_FAILED']);
  });
});

describe('the end of a store', () => {
  test('comes after the last write, once', async () => {
    const last = submit();
    await Promise.all([frame.close(), frame.close()]);
    expect([await last, released]).toEqual([stored, [false]]);
    for (const call of [submit(), frame.probe(), frame.call(() => 1)]) expect(await codeOf(call)).toBe('STORE_CLOSED');
    expect(frame.trouble()?.code).toBe('STORE_CLOSED');
    expect(health).toEqual([false]);
  });

  test('ignores an error that passes, and reports one that does not', async () => {
    const closing = (code: StoreErrorCode) =>
      frameOf({
        release: () => {
          throw broken(code);
        },
      }).close();
    await closing('STORE_BUSY');
    expect(await codeOf(closing('STORE_FAILED'))).toBe('STORE_FAILED');
  });
});

test('a guarded call has the error of its database, and none begins after the end', async () => {
  const ends: string[] = [];
  const calls = guardCalls(
    () => broken('STORE_BUSY'),
    async () => void ends.push('end'),
  );
  expect([await calls.call(() => 5), await calls.call(async () => 6), calls.closed()]).toEqual([5, 6, null]);
  const rejected = async () => {
    throw new Error('x');
  };
  expect(await codeOf(calls.call(rejected))).toBe('STORE_BUSY');
  await Promise.all([calls.close(), calls.close()]);
  expect([ends, calls.closed()?.message]).toEqual([['end'], 'The store is closed (it accepts no more calls).']);
  expect(await codeOf(calls.call(() => 5))).toBe('STORE_CLOSED');
});
