/** Erasures on every store: what they overwrite, what they keep, and that nothing else can change a record. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Erasure, OpenPrivacyStore } from '../../../server/store/erasures.ts';
import type { Store } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';
import { collect, deliveryOf, storeErrorOf, submissionOf, type WebhookBody } from './submissions.ts';

const erasureOf = (id: string): Erasure => ({
  ...{ id, at: 1_795_000_000_500, operator: 'ana@host', person: ['h1', 'h2'], keyId: '0a1b2c3d' },
  counts: { traces: 2 },
});
const mail: WebhookBody = { members: { email: { code: ['$', 'email'] } } };
const senderOf = (key: string) => ({
  ...{ address: null, userAgent: `Browser of ${key}`, cookies: { _fbp: `fb.${key}` }, marketing: true },
});
const planted = (key: string) =>
  submissionOf(key, {
    subject: `${key}@pessoa.example`,
    data: { nome: `Nome ${key}`, email: `${key}@pessoa.example`, texto: 'sensível' },
    meta: { page: `/quiz?nome=${key}` },
    reply: { status: 201, body: { ola: `Nome ${key}` } },
    deliveries: [
      deliveryOf(`sent:${key}`, { visitor: `visitor-${key}`, body: mail }),
      deliveryOf(`later:${key}`, { visitor: `visitor-${key}`, body: mail, sender: senderOf(key) }),
    ],
  });
const idOf = async (store: Store, key: string): Promise<string> =>
  ((await store.list('diagnosticos')).find(({ subject }) => subject === `${key}@pessoa.example`) as { id: string }).id;

describe.each(stores)('$name store', ({ makePlace }) => {
  let place: Place;
  let store: Store;
  let privacy: OpenPrivacyStore;
  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
    privacy = await place.openPrivacy();
  });
  afterEach(async () => {
    await privacy.close();
    await store.close();
    await place.remove();
  });

  /** Everything in the database, as text. */
  async function everything(): Promise<string> {
    const tables = ['records', 'submissions', 'outbox', 'delivery_attempts', 'erasures', 'erasing'];
    return JSON.stringify(await Promise.all(tables.map((table) => place.query(`select * from ${table}`))));
  }

  test('an erasure overwrites a record, its answer and its messages, and leaves other people alone', async () => {
    for (const key of ['ana', 'bia']) await store.submit(planted(key));
    const id = await idOf(store, 'ana');
    const [sending] = (await store.deliveries.claim({
      destination: 'conversions',
      limit: 1,
      now: 2e12,
      until: 3e12,
    })) as [Awaited<ReturnType<Store['deliveries']['claim']>>[number]];
    expect(sending.recordId).toBe(id);
    await store.deliveries.settle(
      [
        {
          ...{ message: sending, status: 'delivered', tries: 0, seen: 0, nextAt: 0 },
          attempt: { at: 5, outcome: 'delivered', detail: 'accepted for ana@pessoa.example', ms: 3 },
        },
      ],
      [],
    );
    const { submissions, messages } = await privacy.linkedTo([id]);
    expect(submissions.map(({ key, reply }) => [key, reply])).toEqual([['ana', { ola: 'Nome ana' }]]);
    const payload = { body: { email: 'ana@pessoa.example' } };
    expect(sending.payload).toEqual(payload);
    expect(messages.map(({ message, log }) => [message.status, message.payload, log.length]).sort()).toEqual([
      ['delivered', payload, 1],
      ['waiting', payload, 0],
    ]);

    const stored = await privacy.erase([id], erasureOf('e1'));
    expect(stored.counts).toEqual({ records: 1, submissions: 1, deliveries: 2, attempts: 1, traces: 2 });
    expect(await privacy.erasures()).toEqual([stored]);
    const text = await everything();
    for (const value of ['ana@pessoa', 'Nome ana', 'visitor-ana', 'sent:ana', 'nome=ana', 'Browser of ana', 'fb.ana'])
      expect(text).not.toContain(value);
    for (const value of ['bia@pessoa', 'Nome bia', 'visitor-bia', 'later:bia', 'nome=bia', 'Browser of bia', 'fb.bia'])
      expect(text).toContain(value);

    const [erased, other] = await store.list('diagnosticos');
    expect(erased).toMatchObject({
      id,
      subject: null,
      data: {},
      meta: { erased: true },
      receivedAt: 1_795_000_000_000,
    });
    expect(other?.data).toMatchObject({ nome: 'Nome bia' });
    expect(await collect(store.leads())).toHaveLength(2);
    expect(
      (await store.deliveries.list({ recordId: id })).map(({ status, payload }) => [status, payload]).sort(),
    ).toEqual([
      ['cancelled', null],
      ['delivered', null],
    ]);
  });

  test('a message that is being sent is settled, and never sent again', async () => {
    await store.submit(planted('ana'));
    const id = await idOf(store, 'ana');
    const claimed = await store.deliveries.claim({ destination: 'conversions', limit: 9, now: 2e12, until: 3e12 });
    await privacy.erase([id], erasureOf('e1'));
    await store.deliveries.settle(
      claimed.map((message) => ({
        ...{ message, status: 'waiting' as const, tries: 1, seen: 0, nextAt: 1 },
        attempt: { at: 5, outcome: 'failed' as const, detail: 'no answer', ms: 3 },
      })),
      [],
    );
    expect(await store.deliveries.retry({}, 2e12)).toBe(0);
    expect(await store.deliveries.retry({ ids: claimed.map((message) => message.id) }, 2e12)).toBe(0);
    expect(await store.deliveries.claim({ destination: 'conversions', limit: 9, now: 4e12, until: 5e12 })).toEqual([]);
    expect(await store.outbox()).toEqual([]);
  });

  test('a person can submit again after an erasure, also with the same key', async () => {
    await store.submit(planted('ana'));
    await privacy.erase([await idOf(store, 'ana')], erasureOf('e1'));
    expect((await store.submit(planted('ana'))).outcome).toBe('accepted');
    expect(await store.count('diagnosticos')).toBe(2);
  });

  test('nothing else changes a record, and nothing changes the audit', async () => {
    await store.submit(planted('ana'));
    const id = await idOf(store, 'ana');
    await privacy.erase([], erasureOf('e1'));
    const values = `subject = null, data = '{}', meta = '{"erased":true}'`;
    const allowed = `insert into erasing (record_id) values ('${id}')`;
    for (const sql of [
      `update records set ${values} where id = '${id}'`,
      `begin; ${allowed}; update records set data = '{}' where id = '${id}'; commit`,
      `begin; ${allowed}; update records set ${values}, received_at = 1 where id = '${id}'; commit`,
      `begin; ${allowed}; update records set ${values}, collection = 'x' where id = '${id}'; commit`,
      `begin; ${allowed}; delete from records where id = '${id}'; commit`,
      'delete from erasures',
      `update erasures set operator = 'nobody'`,
    ])
      await expect(place.execute(sql), sql).rejects.toThrow(/append-only/);
    expect((await store.list('diagnosticos')).map(({ data }) => data['nome'])).toEqual(['Nome ana']);
    expect(await privacy.erasures()).toHaveLength(1);
    expect(await place.query('select * from erasing')).toEqual([]);
  });

  test('an audit adopts the entries that it does not have', async () => {
    await privacy.erase([], erasureOf('e1'));
    expect(await privacy.adopt([erasureOf('e1'), erasureOf('e2')])).toBe(1);
    expect((await privacy.erasures()).map(({ id }) => id)).toEqual(['e1', 'e2']);
  });

  test('every record is read once, in append order, also beyond one query', async () => {
    const keys = Array.from({ length: 1203 }, (_, index) => `k${index}`);
    await Promise.all(keys.map((key) => store.submit(submissionOf(key))));
    const seqs = (await collect(privacy.records())).map(({ seq }) => seq);
    expect(seqs).toHaveLength(1203);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(await collect(privacy.records(seqs.at(-2)))).toHaveLength(1);
  });

  test('an erasure that fails changes nothing', async () => {
    await store.submit(planted('ana'));
    const id = await idOf(store, 'ana');
    await privacy.erase([], erasureOf('e1'));
    await storeErrorOf(privacy.erase([id], erasureOf('e1')));
    expect((await store.list('diagnosticos')).map(({ data }) => data['nome'])).toEqual(['Nome ana']);
  });
});
