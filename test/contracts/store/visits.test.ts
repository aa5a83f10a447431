/** The contract of the stored visits of every store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store, StoredVisit } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';

const at = 1_795_000_000_000;
const idOf = (digit: string): string => digit.repeat(64);

const visitOf = (digit: string, change: Partial<StoredVisit> = {}): StoredVisit => ({
  ...{ id: idOf(digit), visit: `visit-${digit}`, flow: 'quiz', behaviour: 'b1' },
  ...{ log: { input: { nome: "D'Ávila" }, events: [[1, 0, { type: 'NEXT' }, at, 0.5]] }, revision: 1 },
  expiresAt: at + 1000,
  ...change,
});

describe.each(stores)('visits of the $name store', ({ makePlace }) => {
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

  test('are found as they were stored, by another process, until they are over', async () => {
    expect(await store.visits.find(idOf('a'), at)).toBeNull();
    expect(await store.visits.keep(visitOf('a'))).toBe(true);
    const other = await place.open();
    expect(await other.visits.find(idOf('a'), at + 999)).toEqual(visitOf('a'));
    expect(await other.visits.find(idOf('a'), at + 1000)).toBeNull();
    expect(await other.visits.find(idOf('b'), at)).toBeNull();
    await other.close();
  });

  test('change by one revision after the other: of two changes at once, one is told that it is late', async () => {
    await store.visits.keep(visitOf('a'));
    const other = await place.open();
    const next = (mark: string) => visitOf('a', { revision: 2, log: { mark }, expiresAt: at + 5000 });
    const kept = await Promise.all([store.visits.keep(next('one')), other.visits.keep(next('other'))]);
    expect(kept.toSorted()).toEqual([false, true]);
    expect(await store.visits.find(idOf('a'), at + 4999)).toEqual(next(kept[0] === true ? 'one' : 'other'));
    expect(await other.visits.keep(visitOf('a', { revision: 3, log: {} }))).toBe(true);
    expect(await store.visits.keep(visitOf('a'))).toBe(false);
    expect(await store.visits.keep(visitOf('b', { revision: 2 }))).toBe(false);
    await other.close();
  });

  test('that are over are removed in batches', async () => {
    const many = Array.from({ length: 503 }, (_, index) => String(index).padStart(64, '0'));
    await Promise.all(many.map((id) => store.visits.keep(visitOf('a', { id }))));
    await store.visits.keep(visitOf('b', { expiresAt: at + 1001 }));
    expect(await store.visits.expire(at)).toBe(0);
    expect([await store.visits.expire(at + 1000), await store.visits.expire(at + 1000)]).toEqual([500, 3]);
    expect(await store.visits.expire(at + 1000)).toBe(0);
    expect(await store.visits.find(idOf('b'), at + 1000)).not.toBeNull();
  });

  test('of a person are removed by an erasure', async () => {
    const many = Array.from({ length: 503 }, (_, index) => String(index).padStart(64, '0'));
    await Promise.all(many.map((id, index) => store.visits.keep(visitOf('a', { id, visit: `v${index % 2}` }))));
    await store.visits.keep(visitOf('b', { log: { email: 'ana@x.example' } }));
    const privacy = await place.openPrivacy();
    const isAnas = ({ visit, log }: Pick<StoredVisit, 'visit' | 'log'>) =>
      visit === 'v1' || JSON.stringify(log).includes('ana@');
    const found = (await privacy.visits(isAnas)).map(({ id }) => id);
    expect(found).toHaveLength(252);
    expect([await privacy.removeVisits(found), await privacy.removeVisits(found)]).toEqual([252, 0]);
    expect(await privacy.visits(isAnas)).toEqual([]);
    await privacy.close();
    expect(await place.query('select count(*) as n from visits')).toEqual([{ n: 252 }]);
  });
});
