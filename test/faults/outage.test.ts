/**
 * A service that is away for an hour while messages arrive, some that it never accepts, and a dispatcher that crashes:
 * all good ones arrive, only the others are dead. The clock is virtual, the store is real.
 * `npm run faults -- outage` does it with 54,000 messages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDispatcher } from '../../server/outbox/dispatcher.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { Store } from '../../server/store/types.ts';
import { deliveryOf, submissionOf } from '../contracts/store/submissions.ts';
import { outage } from '../harness/outages.ts';

const messages = Number(process.env['MESSAGES'] ?? 1500);
const poisonEvery = 1000;
const start = 1_795_000_000_000;
const minute = 60_000;
const hour = 60 * minute;

let dir = '';
let store: Store;
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

test(`an hour without the service: ${messages} messages`, { timeout: 20 * 60_000 }, async () => {
  dir = mkdtempSync(join(tmpdir(), 'outage-'));
  store = await openSqliteStore({ dir });
  let now = start;
  const isPoison = (key: string | null): boolean => Number(key?.slice(1)) % poisonEvery === 7;
  const target = outage(() => now, { from: start + hour, to: start + 2 * hour, isPoison });
  let crashesIn = 40;
  const dispatcherOf = () =>
    createDispatcher({
      outbox: {
        ...store.deliveries,
        settle(...given) {
          crashesIn -= 1;
          return crashesIn === 0 ? Promise.reject(new Error('crashed')) : store.deliveries.settle(...given);
        },
      },
      connectors: () => new Map([['conversions', target]]),
      clock: () => now,
      random: Math.random,
      events: {},
    });
  let dispatcher = dispatcherOf();
  // Three hours of visitors, and a day of a few, by whom the service shows that it works.
  const steps = 180;
  let sent = 0;
  const submit = async (count: number): Promise<void> => {
    const keys = Array.from({ length: count }, () => {
      sent += 1;
      return `k${sent}`;
    });
    await Promise.all(
      keys.map((key) => store.submit(submissionOf(key, { receivedAt: now, deliveries: [deliveryOf(key)] }))),
    );
  };
  for (let step = 0; step < steps; step += 1) {
    now = start + step * minute;
    await submit(Math.round((messages * (step + 1)) / steps) - sent);
    for (;;) {
      const next = await dispatcher.run();
      if (next === null || next >= now + minute) break;
      now = Math.max(next, now + 1);
    }
    // A new process takes over after the crash.
    if (crashesIn <= 0) dispatcher = dispatcherOf();
  }
  for (let late = 0; late < 60; late += 1) {
    await submit(2);
    const until = now + 6 * hour;
    for (;;) {
      const next = await dispatcher.run();
      if (next === null || next > until) break;
      now = Math.max(next, now + 1);
    }
    now = until;
  }
  const ids = async (status: 'dead' | 'waiting') =>
    (await store.deliveries.list({ status, limit: 100_000 })).map(({ dedupeKey }) => dedupeKey);
  const dead = await ids('dead');
  const probes = target.during();
  const share = (target.attempts() - probes) / sent;
  console.log(
    `${sent} messages: ${target.arrivals.size} arrived, ${dead.length} dead, ${target.attempts()} attempts, ${probes} of them while it was away`,
  );
  expect(await ids('waiting')).toEqual([]);
  expect(dead.every(isPoison)).toBe(true);
  expect(target.arrivals.size + dead.length).toBe(sent);
  expect(dead.length).toBe(Array.from({ length: sent }, (_, index) => `k${index + 1}`).filter(isPoison).length);
  // Only the batch whose result was lost in the crash arrives twice.
  const twice = [...target.arrivals.values()].filter((count) => count > 1).length;
  expect(twice).toBeLessThanOrEqual(20);
  expect(share).toBeLessThanOrEqual(1.05);
});
