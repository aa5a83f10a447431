/** Messages and their payloads, which are made of what the store keeps of a submission, over each store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/compiled.ts';
import type { DeliveryDefinition } from '../../../schemas/generated/types.ts';
import type { DueMessages } from '../../../server/deliveries/due.ts';
import { messageEntries, type OutboxEntry } from '../../../server/deliveries/entries.ts';
import { deliveryPlanOf } from '../../../server/deliveries/plan.ts';
import type { Store, SubmissionOutcome } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';
import { submissionOf } from './submissions.ts';

const at = 1_795_000_000_000;
const site = { locale: 'pt-BR', timeZone: 'America/Sao_Paulo', attribution: {} };
const person: DeliveryDefinition = {
  ...{ kind: 'meta', destination: 'ads', event: 'Lead', user: { name: ['$', 'nome'] }, data: { value: 5 } },
  purpose: 'marketing',
};
const webhookOf = (body: Json): DeliveryDefinition => ({
  kind: 'webhook',
  destination: 'crm',
  body: body as NonNullable<Extract<DeliveryDefinition, { kind: 'webhook' }>['body']>,
});
const source = { code: ['.', ['.', ['$', 'attribution'], 'first'], 'utm_source'] };

/** The messages of a submission under definitions whose webhook has a body. */
function messagesOf(
  body: Json,
  due: DueMessages = { crm: 'waiting', lead: 'withheld' },
  visitor = 'v1',
): readonly OutboxEntry[] {
  const intake = { id: 'diagnostico', deliver: { crm: webhookOf(body), lead: person } };
  return messageEntries(intake, due, {
    ...{ plan: deliveryPlanOf(site, intake), visitor, evaluate: () => null },
    sender: { address: '192.0.2.7', userAgent: 'Browser "7"', cookies: { _fbp: 'fb.1.2.3' }, marketing: true },
  });
}
const meta = { page: '/quiz', attribution: { visitor: 'v', first: { utm_source: 'mail' }, last: {} } };
const old = messagesOf({ members: { name: { code: ['$', 'nome'] }, source } });
const idOf = (outcome: SubmissionOutcome): string => (outcome.outcome === 'accepted' ? outcome.id : '');

describe.each(stores)('messages of the $name store', ({ makePlace }) => {
  let place: Place;
  let store: Store;

  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
  });

  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const submit = (key: string, deliveries = old) => store.submit(submissionOf(key, { meta, deliveries }));
  const rows = async (table: string) => Number((await place.query(`select count(*) as n from ${table}`))[0]?.['n']);

  test.each([
    ['all of which are stored', null],
    ['one of which is refused', 7],
  ])('follow each submission of one commit, %s', async (_, refused) => {
    const keys = Array.from({ length: 21 }, (_each, index) => `k${String(index).padStart(2, '0')}`);
    const outcomes = await Promise.allSettled(
      keys.map((key, index) =>
        index === refused
          ? store.submit(submissionOf(key, { meta, deliveries: old, bodyHash: 'short' }))
          : submit(key, index % 3 === 0 ? messagesOf({ members: { key: { code: key } } }) : old),
      ),
    );
    const ids = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [(each.value as { id: string }).id] : []));
    expect(ids).toHaveLength(refused === null ? 21 : 20);
    const messages = await store.deliveries.list({ destination: 'crm' });
    expect(messages.map(({ recordId }) => recordId)).toEqual(ids);
    const stored = keys.flatMap((key, index) =>
      index === refused ? [] : [index % 3 === 0 ? { key } : { name: `Pessoa ${key}`, source: 'mail' }],
    );
    expect(messages.map(({ payload }) => (payload as { body: Json }).body)).toEqual(stored);
  });

  test('have payloads of what is stored, also after an edit, a restart and in another process', async () => {
    const recordId = idOf(await submit('a'));
    const atOnce = await store.deliveries.list();
    expect(atOnce).toMatchObject([
      {
        ...{ recordId, delivery: 'crm', destination: 'crm', kind: 'webhook', purpose: 'necessary', visitor: 'v1' },
        ...{ status: 'waiting', nextAt: at, createdAt: at, settledAt: null, attempts: 0, dedupeKey: null },
        payload: { body: { name: 'Pessoa a', source: 'mail' } },
      },
      {
        ...{ delivery: 'lead', purpose: 'marketing', status: 'withheld' },
        payload: {
          ...{ event: 'Lead', time: at, page: '/quiz', data: { value: 5 } },
          client: { address: '192.0.2.7', userAgent: 'Browser "7"', fbp: 'fb.1.2.3', fbc: null },
        },
      },
    ]);
    // An edit gives later submissions another body.
    await submit('b', messagesOf({ members: { person: { code: ['$', 'nome'] } } }));
    const reader = await place.openReader();
    expect((await reader.deliveries.list({ recordId })).map(({ id }) => id)).toEqual(atOnce.map(({ id }) => id));
    expect(await reader.outbox()).toEqual([{ destination: 'crm', depth: 2, oldestAt: at }]);
    await reader.close();
    expect([await rows('outbox'), await rows('delivery_plans')]).toEqual([4, 2]);
    await store.close();
    store = await place.open();
    expect(await store.deliveries.list({ recordId })).toEqual(atOnce);
    expect((await store.deliveries.list({ destination: 'crm' })).map(({ payload }) => payload)).toEqual([
      { body: { name: 'Pessoa a', source: 'mail' } },
      { body: { person: 'Pessoa b' } },
    ]);
    expect(await store.outbox()).toEqual([{ destination: 'crm', depth: 2, oldestAt: at }]);
  });

  test('contain the only source of a visitor as the first and as the last one', async () => {
    const only = { utm_source: 'carta', path: '/' };
    const both = { attribution: { visitor: 'v', first: only, last: only } };
    const last = { code: ['.', ['.', ['$', 'attribution'], 'last'], 'utm_source'] };
    await store.submit(submissionOf('a', { meta: both, deliveries: messagesOf({ members: { first: source, last } }) }));
    expect(await store.deliveries.list({ destination: 'crm' })).toMatchObject([
      { payload: { body: { first: 'carta', last: 'carta' } } },
    ]);
    expect((await store.latest('diagnosticos', 'uid-a' as never))?.meta).toEqual(both);
    expect(String((await place.query('select meta from records'))[0]?.['meta']).match(/carta/g)).toHaveLength(1);
  });

  test('of a repeated submission are stored once', async () => {
    for (let count = 0; count < 3; count += 1) await submit('a');
    await Promise.all([submit('b'), submit('b')]);
    expect(await rows('outbox')).toBe(4);
  });

  test('are listed in the order of their submissions, page by page', async () => {
    for (let index = 0; index < 130; index += 1) await submit(`k${index}`);
    const names = (messages: readonly { readonly payload: Json }[]) =>
      messages.map(({ payload }) => (payload as { readonly body: { readonly name: string } }).body.name);
    const first = await store.deliveries.list({ destination: 'crm', limit: 70 });
    const second = await store.deliveries.list({ destination: 'crm', limit: 70, after: first.at(-1)?.id ?? '' });
    expect(names([...first, ...second])).toEqual(Array.from({ length: 130 }, (_, index) => `Pessoa k${index}`));
    expect(await store.outbox()).toMatchObject([{ destination: 'crm', depth: 130 }]);
  });

  test('are cancelled by a withdrawal of their visitor', async () => {
    await submit('a', messagesOf({ code: 'x' }, { crm: 'waiting', lead: 'waiting' }));
    await submit('b', messagesOf({ code: 'x' }, { lead: 'waiting' }, 'v2'));
    expect(await store.deliveries.cancelWaiting('v1', ['marketing'], at + 9)).toBe(1);
    expect((await store.deliveries.list()).map(({ delivery, status }) => [delivery, status])).toEqual([
      ['crm', 'waiting'],
      ['lead', 'cancelled'],
      ['lead', 'waiting'],
    ]);
  });

  test('are released, retried, erased and removed', async () => {
    const [first, second] = [await submit('a', messagesOf({ code: 'x' }, { crm: 'withheld' })), await submit('b')];
    expect(await store.deliveries.release({ id: idOf(first), definition: 'd1' }, ['crm'], at)).toBe(1);
    await submit('c', messagesOf({ code: 'x' }, { lead: 'unconfigured' }));
    expect(await store.deliveries.retry({ destination: 'ads' }, at)).toBe(1);
    await submit('d');
    const privacy = await place.openPrivacy();
    const erasure = { id: 'e1', at, operator: 'o', person: [], keyId: 'k', counts: {} };
    await privacy.erase([idOf(second), (await store.latest('diagnosticos', 'uid-d' as never))?.id ?? ''], erasure);
    await privacy.close();
    expect(JSON.stringify(await place.query('select * from outbox'))).not.toMatch(/uid-[bd]/);
    await submit('e');
    for (let removed = -1; removed !== 0; )
      removed = await store.expire('diagnosticos', { before: at + 1, bytes: null });
    expect(await rows('outbox')).toBe(0);
  });

  test('without their plan have no payload, and say why', async () => {
    await submit('a');
    await place.execute('delete from delivery_plans');
    await submit('b', messagesOf({ code: 'x' }, { crm: 'waiting' }));
    expect((await store.deliveries.list({ destination: 'crm' })).map(({ payload, fault }) => [payload, fault])).toEqual(
      [
        [null, 'its plan is missing'],
        [{ body: 'x' }, null],
      ],
    );
    // The same definitions bring the plan back.
    await submit('c');
    expect((await store.deliveries.list({ destination: 'crm' })).map(({ fault }) => fault)).toEqual([null, null, null]);
  });
});
