/** What an erasure does to the messages of a record in each state, and what it leaves of their attempts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenPrivacyStore } from '../../../server/store/erasures.ts';
import { openSqlitePrivacy } from '../../../server/store/sqlite/privacy.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { DeliveryAttempt, OutboxMessage, Store } from '../../../server/store/types.ts';
import { deliveryOf, submissionOf } from '../../contracts/store/submissions.ts';

const at = 1_795_000_000_000;
const states = ['waiting', 'unconfigured', 'withheld'] as const;
const attempt: DeliveryAttempt = { at: at + 5, outcome: 'delivered', detail: 'to ana@x.br', ms: 12 };

let dir: string;
let store: Store;
let privacy: OpenPrivacyStore;
let recordId: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'erasures-'));
  store = await openSqliteStore({ dir });
  privacy = await openSqlitePrivacy({ dir });
  const deliveries = [
    deliveryOf('sent', { destination: 'crm', visitor: 'v1' }),
    ...states.map((status) => deliveryOf(status, { status, visitor: 'v1', purpose: 'marketing' })),
  ];
  const outcome = await store.submit(submissionOf('ana', { deliveries }));
  recordId = outcome.outcome === 'accepted' ? outcome.id : '';
  const [message] = await store.deliveries.claim({ destination: 'crm', limit: 1, now: at, until: at + 9 });
  const settled = { message: message as OutboxMessage, attempt, tries: 0, seen: -1, nextAt: at };
  await store.deliveries.settle([{ ...settled, status: 'delivered' }], []);
});

afterEach(async () => {
  await privacy.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const statuses = async () => (await store.deliveries.list()).map(({ status }) => status);

test('an erasure cancels what is not sent, and leaves the attempts without their details', async () => {
  const { submissions, messages } = await privacy.linkedTo([recordId]);
  expect(submissions).toMatchObject([{ intake: 'diagnostico', key: 'ana', recordId, receivedAt: at }]);
  expect(messages.map(({ message, log }) => [message.dedupeKey, log])).toEqual([
    ['sent', [attempt]],
    ...states.map((status) => [status, []]),
  ]);
  const erasure = await privacy.erase([recordId], {
    ...{ id: 'e1', at: at + 20, operator: 'ana@host', person: ['h1'], keyId: 'k1', counts: {} },
  });
  expect(erasure.counts).toEqual({ records: 1, submissions: 1, deliveries: 4, attempts: 1 });
  const [sent, ...others] = await store.deliveries.list();
  expect(sent).toMatchObject({ status: 'delivered', payload: null, visitor: null, settledAt: at + 5 });
  for (const message of others)
    expect(message).toMatchObject({ status: 'cancelled', payload: null, dedupeKey: null, settledAt: at + 20 });
  expect(others).toHaveLength(3);
  expect(await store.deliveries.attempts(sent?.id ?? '')).toEqual([{ ...attempt, detail: '' }]);
  expect(await privacy.linkedTo([recordId])).toMatchObject({ submissions: [], messages: [{}, {}, {}, {}] });
});

test('a withdrawal cancels messages that wait, have no destination, or are withheld', async () => {
  expect(await store.deliveries.cancelWaiting('v1', ['marketing'], at + 20)).toBe(3);
  expect(await statuses()).toEqual(['delivered', 'cancelled', 'cancelled', 'cancelled']);
});

test('messages that an operator names are sent again: those without a destination, dead and delivered ones', async () => {
  const [message] = await store.deliveries.claim({ destination: 'conversions', limit: 1, now: at, until: at + 9 });
  const failed = { ...attempt, outcome: 'refused', detail: '400' } as const;
  const settled = { message: message as OutboxMessage, attempt: failed, tries: 1, seen: 0, nextAt: at };
  await store.deliveries.settle([{ ...settled, status: 'dead' }], []);
  const all = await store.deliveries.list();
  expect(all.map(({ status }) => status)).toEqual(['delivered', 'dead', 'unconfigured', 'withheld']);
  expect(await store.deliveries.retry({ ids: all.map(({ id }) => id) }, at + 30)).toBe(3);
  expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting', 'withheld']);
});
