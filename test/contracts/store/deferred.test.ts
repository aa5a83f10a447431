/** Messages that are stored with their submission and made later, over each store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/compiled.ts';
import type { DeliveryDefinition } from '../../../schemas/generated/types.ts';
import type { DueMessages } from '../../../server/messages/due.ts';
import { deliveryPlanOf } from '../../../server/messages/plan.ts';
import { expandAll } from '../../../server/store/deferred.ts';
import type { DeferredMessages, Store } from '../../../server/store/types.ts';
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
const deferredOf = (body: Json, due: DueMessages = { crm: 'waiting', lead: 'withheld' }): DeferredMessages => ({
  plan: deliveryPlanOf(site, { id: 'diagnostico', deliver: { crm: webhookOf(body), lead: person } }),
  ...{ visitor: 'v1', due },
  sender: { address: '192.0.2.7', userAgent: 'Browser "7"', cookies: { _fbp: 'fb.1.2.3' }, marketing: true },
});
const meta = { page: '/quiz', attribution: { visitor: 'v', first: { utm_source: 'mail' }, last: {} } };
const old = deferredOf({ members: { name: { code: ['$', 'nome'] }, source } });

describe.each(stores)('deferred messages of the $name store', ({ makePlace }) => {
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
          : submit(key, index % 3 === 0 ? deferredOf({ members: { key: { code: key } } }) : old),
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

  test('share a row among those that follow each other in one commit, and are made together', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);
    await submit('k3');
    await Promise.all(keys.map((key) => submit(key)));
    expect(await rows('deferred_messages')).toBe(3);
    expect(await store.outbox()).toEqual([{ destination: 'crm', depth: 60, oldestAt: at }]);
    const recordId = (await store.latest('diagnosticos', 'uid-k7' as never))?.id ?? '';
    const ofOne = await store.deliveries.list({ recordId });
    expect(ofOne).toMatchObject([{ payload: { body: { name: 'Pessoa k7' } } }, { delivery: 'lead' }]);
    // A row has up to 50 submissions.
    expect((await store.deliveries.expand()) + (await store.deliveries.expand())).toBe(60);
    expect([await rows('outbox'), await rows('deferred_messages')]).toEqual([120, 0]);
    expect(await store.deliveries.list({ recordId })).toEqual(ofOne);
  });

  test('of a shared row are cancelled for one visitor, and removed with their record', async () => {
    const sent = ['a', 'b', 'c'].map((key, index) =>
      store.submit(submissionOf(key, { meta, deliveries: { ...old, visitor: `v${key}` }, receivedAt: at + index })),
    );
    const [first = '', , last = ''] = (await Promise.all(sent)).map((each) => (each as { id: string }).id);
    expect(await rows('deferred_messages')).toBe(1);
    expect(await store.expire('diagnosticos', { before: at + 1, bytes: null })).toBe(1);
    expect(await store.deliveries.cancelWaiting('vb', ['necessary'], at + 9)).toBe(1);
    expect(
      (await store.deliveries.list({ destination: 'crm' })).map(({ visitor, status }) => [visitor, status]),
    ).toEqual([
      ['vb', 'cancelled'],
      ['vc', 'waiting'],
    ]);
    expect(await store.deliveries.list({ recordId: first })).toEqual([]);
    expect(await store.deliveries.list({ recordId: last })).toHaveLength(2);
    await Promise.all([submit('d'), submit('e')]);
    await store.expire('diagnosticos', { before: at + 9, bytes: null });
    expect([await rows('outbox'), await rows('deferred_messages')]).toEqual([0, 0]);
  });

  test('are made of what is stored, also after an edit, a restart and by another process', async () => {
    const outcome = await submit('a');
    const recordId = outcome.outcome === 'accepted' ? outcome.id : '';
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
    await submit('b', deferredOf({ members: { person: { code: ['$', 'nome'] } } }));
    const reader = await place.openReader();
    expect((await reader.deliveries.list({ recordId })).map(({ id }) => id)).toEqual(atOnce.map(({ id }) => id));
    expect(await reader.outbox()).toEqual([{ destination: 'crm', depth: 2, oldestAt: at }]);
    await reader.close();
    expect([await rows('outbox'), await rows('deferred_messages'), await rows('delivery_plans')]).toEqual([0, 2, 2]);
    await store.close();
    store = await place.open();
    expect([await store.deliveries.expand(), await store.deliveries.expand()]).toEqual([2, 0]);
    expect([await rows('outbox'), await rows('deferred_messages'), await rows('delivery_plans')]).toEqual([4, 0, 2]);
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
    await store.submit(submissionOf('a', { meta: both, deliveries: deferredOf({ members: { first: source, last } }) }));
    expect(await store.deliveries.list({ destination: 'crm' })).toMatchObject([
      { payload: { body: { first: 'carta', last: 'carta' } } },
    ]);
    expect((await store.latest('diagnosticos', 'uid-a' as never))?.meta).toEqual(both);
    expect(String((await place.query('select meta from records'))[0]?.['meta']).match(/carta/g)).toHaveLength(1);
  });

  test('of a repeated submission are stored once', async () => {
    for (let count = 0; count < 3; count += 1) await submit('a');
    await Promise.all([submit('b'), submit('b')]);
    expect(await rows('deferred_messages')).toBe(2);
  });

  test('are listed in the order of their submissions with those that are made, page by page', async () => {
    for (let index = 0; index < 130; index += 1) await submit(`k${index}`);
    await store.deliveries.expand();
    expect(await rows('deferred_messages')).toBe(80);
    const names = (messages: readonly { readonly payload: Json }[]) =>
      messages.map(({ payload }) => (payload as { readonly body: { readonly name: string } }).body.name);
    const first = await store.deliveries.list({ destination: 'crm', limit: 70 });
    const second = await store.deliveries.list({ destination: 'crm', limit: 70, after: first.at(-1)?.id ?? '' });
    expect(names([...first, ...second])).toEqual(Array.from({ length: 130 }, (_, index) => `Pessoa k${index}`));
    expect(await store.outbox()).toMatchObject([{ destination: 'crm', depth: 130 }]);
  });

  test('are made once by processes that do it at a time', async () => {
    for (let index = 0; index < 150; index += 1) await submit(`k${index}`);
    const other = await place.open();
    await Promise.all([store, other].map(({ deliveries }) => expandAll(() => deliveries.expand())));
    expect([await rows('outbox'), await rows('deferred_messages')]).toEqual([300, 0]);
    await other.close();
  });

  test('are cancelled by a withdrawal, which makes only those of the visitor', async () => {
    await submit('a', deferredOf({ code: 'x' }, { crm: 'waiting', lead: 'waiting' }));
    await submit('b', { ...deferredOf({ code: 'x' }, { lead: 'waiting' }), visitor: 'v2' });
    expect(await store.deliveries.cancelWaiting('v1', ['marketing'], at + 9)).toBe(1);
    expect(await rows('deferred_messages')).toBe(1);
    expect((await store.deliveries.list()).map(({ delivery, status }) => [delivery, status])).toEqual([
      ['crm', 'waiting'],
      ['lead', 'cancelled'],
      ['lead', 'waiting'],
    ]);
  });

  test('are released, retried, erased and removed like those that are made', async () => {
    const [first, second] = [await submit('a', deferredOf({ code: 'x' }, { crm: 'withheld' })), await submit('b')];
    const idOf = (outcome: typeof first): string => (outcome.outcome === 'accepted' ? outcome.id : '');
    expect(await store.deliveries.release({ id: idOf(first), definition: 'd1' }, ['crm'], at)).toBe(1);
    await submit('c', deferredOf({ code: 'x' }, { lead: 'unconfigured' }));
    expect(await store.deliveries.retry({ destination: 'ads' }, at)).toBe(1);
    await submit('d');
    const privacy = await place.openPrivacy();
    const erasure = { id: 'e1', at, operator: 'o', person: [], keyId: 'k', counts: {} };
    await privacy.erase([idOf(second), (await store.latest('diagnosticos', 'uid-d' as never))?.id ?? ''], erasure);
    await privacy.close();
    expect(await rows('deferred_messages')).toBe(0);
    expect(JSON.stringify(await place.query('select * from outbox'))).not.toMatch(/Pessoa [bd]/);
    await submit('e');
    for (let removed = -1; removed !== 0; )
      removed = await store.expire('diagnosticos', { before: at + 1, bytes: null });
    expect([await rows('outbox'), await rows('deferred_messages')]).toEqual([0, 0]);
  });

  test('without their plan wait, and stop no other', async () => {
    await submit('a');
    await place.execute('delete from delivery_plans');
    await submit('b', deferredOf({ code: 'x' }, { crm: 'waiting' }));
    expect(await store.deliveries.expand()).toBe(1);
    expect([await rows('outbox'), await rows('deferred_messages')]).toEqual([1, 1]);
    // The same definitions bring the plan back.
    await submit('c');
    await expandAll(() => store.deliveries.expand());
    expect(await rows('deferred_messages')).toBe(0);
  });
});
