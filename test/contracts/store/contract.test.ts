/** The contract of every store. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitKeyOf } from '../../../server/limits/address.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import { toSubject, toSubmissionKey } from '../../../server/store/ids.ts';
import type { LeadFilter, Store, StoredVersion, Submission } from '../../../server/store/types.ts';
import { type Place, stores } from './stores.ts';
import { collect, deliveryOf, type PlainSubmission, storeErrorOf, submissionOf } from './submissions.ts';

describe.each(stores)('$name store', ({ makePlace }) => {
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

  async function reopen(): Promise<void> {
    await store.close();
    store = await place.open();
  }

  describe('tokens', () => {
    const tokenOf = (name: string, created = '2026-01-02T00:00:00.000Z') => ({
      ...{ name, created, scopes: ['leads:read:a', 'leads:read:b'] },
      sha256: createHash('sha256').update(name).digest('hex'),
    });

    test('are listed as they were added, the oldest first, also after a restart', async () => {
      expect(await store.tokens.list()).toEqual([]);
      const [newer, older] = [tokenOf('newer', '2026-02-01T00:00:00.000Z'), tokenOf("o'lder@x")];
      expect([await store.tokens.add(newer), await store.tokens.add(older)]).toEqual([true, true]);
      await reopen();
      expect(await store.tokens.list()).toEqual([older, newer]);
    });

    test('have one name each, also for callers at the same time', async () => {
      const other = await place.open();
      const same = { ...tokenOf('crm'), sha256: 'f'.repeat(64) };
      const added = await Promise.all([store.tokens.add(tokenOf('crm')), other.tokens.add(same)]);
      expect(added.toSorted()).toEqual([false, true]);
      expect(await other.tokens.list()).toHaveLength(1);
      expect([await store.tokens.remove('crm'), await other.tokens.remove('crm')]).toEqual([true, false]);
      expect(await other.tokens.list()).toEqual([]);
      await other.close();
    });
  });

  describe('staff', () => {
    const userOf = (name: string) =>
      ({ name, role: 'viewer', password: 'scrypt$…', createdAt: 1_795_000_000_000 }) as const;
    const sessionOf = (text: string, name: string, at = 1_795_000_000_000) => ({
      ...{ name, begunAt: at, usedAt: at },
      id: createHash('sha256').update(text).digest('hex'),
    });

    test('have one name each and a known role, also after a restart', async () => {
      expect([await store.staff.addUser(userOf('bia')), await store.staff.addUser(userOf("a'na"))]).toEqual([
        true,
        true,
      ]);
      expect(await store.staff.addUser({ ...userOf('bia'), role: 'editor' })).toBe(false);
      await expect(store.staff.addUser({ ...userOf('eve'), role: 'root' as 'viewer' })).rejects.toThrow();
      await reopen();
      expect(await store.staff.users()).toEqual([userOf("a'na"), userOf('bia')]);
      expect([await store.staff.user('bia'), await store.staff.user('eve')]).toEqual([userOf('bia'), null]);
    });

    test('have sessions, which end, expire, and are removed with their user', async () => {
      for (const name of ['ana', 'bia']) await store.staff.addUser(userOf(name));
      const [one, two, three] = [sessionOf('1', 'ana'), sessionOf('2', 'ana'), sessionOf('3', 'bia', 1000)] as const;
      for (const session of [one, two, three]) expect(await store.staff.begin(session)).toBe(true);
      expect(await store.staff.begin(sessionOf('4', 'nobody'))).toBe(false);
      await store.staff.touch(two.id, two.usedAt + 5);
      expect(await store.staff.session(two.id)).toEqual({ ...two, usedAt: two.usedAt + 5, role: 'viewer' });
      await store.staff.end(one.id);
      await store.staff.expireSessions(0, 2000);
      const found = await Promise.all([one, two, three].map(({ id }) => store.staff.session(id)));
      expect(found.map((session) => session?.name ?? null)).toEqual([null, 'ana', null]);
      expect([await store.staff.removeUser('ana'), await store.staff.removeUser('ana')]).toEqual([true, false]);
      expect(await store.staff.session(two.id)).toBeNull();
      await store.staff.addUser(userOf('ana'));
      expect(await store.staff.session(two.id)).toBeNull();
    });
  });

  describe('versions of the definitions', () => {
    const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
    const fileOf = (text: string) => ({ hash: hashOf(text), bytes: Buffer.from(text) });
    const versionOf = (id: string, ...texts: string[]): StoredVersion => ({
      ...{ id, definition: `definition-${id}`, savedAt: 1_795_000_000_000 },
      files: Object.fromEntries(texts.map((text, index) => [`pages/é${index}.yaml`, hashOf(text)])),
    });
    const keep = async (id: string, texts: string[], isLatest = true): Promise<void> => {
      await store.versions.addFiles(texts.map(fileOf));
      await store.versions.keep(versionOf(id, ...texts), isLatest);
    };
    const ids = async () => (await store.versions.list()).map(({ id }) => id);
    const contentOf = async (text: string) => {
      const bytes = await store.versions.file(hashOf(text));
      return bytes === null ? null : Buffer.from(bytes).toString();
    };

    test('are listed as they were kept, byte by byte, also after a restart', async () => {
      expect(await store.versions.list()).toEqual([]);
      const bytes = Buffer.from([0, 255, 10, 0xc3, 0x28]);
      const hash = createHash('sha256').update(bytes).digest('hex');
      expect(await store.versions.missing([hash, hashOf('é')])).toEqual([hash, hashOf('é')]);
      await store.versions.addFiles([{ hash, bytes }, fileOf('é')]);
      expect(await store.versions.missing([hash, hashOf('é')])).toEqual([]);
      const version = { ...versionOf('one', 'é'), files: { 'a/logo.png': hash, "b/d'água.yaml": hashOf('é') } };
      await store.versions.keep(version, true);
      await reopen();
      expect(await store.versions.list()).toEqual([version]);
      expect(bytes.equals((await store.versions.file(hash)) as Uint8Array)).toBe(true);
      expect(await contentOf('none')).toBeNull();
      expect(await store.versions.missing([])).toEqual([]);
      await store.versions.addFiles([]);
    });

    test('begin with the one that a process began to serve last', async () => {
      for (const id of ['a', 'b', 'c']) await keep(id, [id]);
      expect(await ids()).toEqual(['c', 'b', 'a']);
      await keep('a', ['a']);
      expect(await ids(), 'an edit is reverted').toEqual(['a', 'c', 'b']);
      await keep('b', ['b'], false);
      expect(await ids(), 'a process restarts').toEqual(['a', 'c', 'b']);
      await keep('d', ['d']);
      expect(await ids(), 'three are kept').toEqual(['d', 'a', 'c']);
      await keep('b', ['b'], false);
      expect(await ids(), 'a process restarts with a version that was removed').toEqual(['d', 'a', 'c']);
    });

    test('begin with one from a restart where there is none, such as after an upgrade', async () => {
      await keep('a', ['a'], false);
      expect(await ids()).toEqual(['a']);
      await keep('b', ['b']);
      expect(await ids()).toEqual(['b', 'a']);
    });

    test('lose the files of removed versions after a day, and no others', async () => {
      let now = 1_795_000_000_000;
      await store.close();
      store = await place.open({ clock: () => now });
      await keep('a', ['only a', 'shared']);
      for (const id of ['b', 'c', 'd']) await keep(id, [id, 'shared']);
      expect(await contentOf('only a'), 'another process may be about to use it').toBe('only a');
      await store.versions.addFiles([fileOf('of a version that is being kept')]);
      now += 25 * 60 * 60 * 1000;
      expect(await store.versions.missing([hashOf('of a version that is being kept')])).toEqual([]);
      await keep('d', ['d']);
      expect(await contentOf('only a')).toBeNull();
      expect(await contentOf('shared')).toBe('shared');
      expect(await contentOf('b')).toBe('b');
      expect(await contentOf('of a version that is being kept')).not.toBeNull();
    });

    test('are kept by several callers at once, while leads are stored', async () => {
      const other = await place.open();
      const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map(async (id, index) => {
        const { versions } = index % 2 === 0 ? store : other;
        await versions.addFiles([fileOf('same'), fileOf(id)]);
        await versions.keep(versionOf(id, 'same', id), true);
      });
      const leads = Array.from({ length: 50 }, (_, index) => store.submit(submissionOf(`lead-${index}`)));
      await Promise.all([...calls, ...leads]);
      const kept = await store.versions.list();
      expect(kept).toHaveLength(3);
      for (const { files } of kept) expect(await store.versions.missing(Object.values(files))).toEqual([]);
      expect(await store.count('diagnosticos')).toBe(50);
      await other.close();
    });

    test('need the whole hash of a file', async () => {
      const rejected = store.versions.addFiles([{ hash: 'short', bytes: Buffer.from('x') }]);
      expect(await storeErrorOf(rejected)).toMatchObject({ code: 'STORE_REJECTED' });
      expect(await store.submit(submissionOf('a'))).toMatchObject({ outcome: 'accepted' });
    });
  });

  describe('expire', () => {
    const at = 1_795_000_000_000;
    const keep = (key: string, receivedAt: number, change: Partial<Submission> = {}) =>
      store.submit(submissionOf(key, { receivedAt, ...change }));
    const expireAll = async (retention: Parameters<Store['expire']>[1]) => {
      let removed = 0;
      for (let some = -1; some !== 0; removed += some) some = await store.expire('diagnosticos', retention);
      return removed;
    };
    const subjects = async () => (await store.list('diagnosticos', { limit: 2000 })).map(({ subject }) => subject);

    test('removes older records with their submissions and deliveries, and none of another collection', async () => {
      for (const [index, key] of ['a', 'b', 'c'].entries()) await keep(key, at + index);
      await keep('d', at, { collection: 'leads', intake: 'leads', deliveries: [] });
      expect(await expireAll({ before: at + 2, bytes: 1e9 })).toBe(2);
      expect(await subjects()).toEqual(['uid-c']);
      expect(await store.count('leads')).toBe(1);
      expect(await place.query('select key from submissions order by key')).toEqual([{ key: 'c' }, { key: 'd' }]);
      expect(await place.query('select dedupe_key from outbox')).toEqual([{ dedupe_key: 'lead:c' }]);
      expect(await keep('a', at + 9)).toMatchObject({ outcome: 'accepted' });
    });

    test('removes older records where the size has no limit', async () => {
      for (const [index, key] of ['a', 'b', 'c'].entries()) await keep(key, at + index);
      expect(await expireAll({ before: at, bytes: null })).toBe(0);
      expect(await expireAll({ before: at + 1, bytes: null })).toBe(1);
      expect(await subjects()).toEqual(['uid-b', 'uid-c']);
    });

    test('removes the oldest records beyond the size limit, in chunks', async () => {
      await Promise.all(
        Array.from({ length: 1200 }, (_, index) => keep(String(index), at, { data: { text: 'x'.repeat(1000) } })),
      );
      const stored = await subjects();
      expect(await expireAll({ before: 0, bytes: 100_000 })).toBeGreaterThan(1090);
      const left = await subjects();
      expect([left.length > 90, left.length < 100]).toEqual([true, true]);
      expect(left).toEqual(stored.slice(-left.length));
    });

    test('leaves the database append-only', async () => {
      await keep('a', at);
      await keep('b', at + 1);
      await expireAll({ before: at + 1, bytes: 1e9 });
      await expect(place.execute('delete from records')).rejects.toThrow('append-only');
    });
  });

  describe('submit', () => {
    test('stores the record, the key and the deliveries together', async () => {
      const outcome = await store.submit(submissionOf('a'));

      expect(outcome).toEqual({
        outcome: 'accepted',
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        reply: { status: 201, body: { uid: 'uid-a' } },
      });
      const id = outcome.outcome === 'accepted' ? outcome.id : '';
      expect(await store.latest('diagnosticos', toSubject('uid-a'))).toEqual({
        id,
        intake: 'diagnostico',
        collection: 'diagnosticos',
        subject: 'uid-a',
        data: { nome: 'Pessoa a', answers: [0, 5, 10, 5] },
        meta: { page: '/quiz' },
        definition: 'd1',
        receivedAt: 1_795_000_000_000,
      });
      expect(await place.query('select record_id, destination, dedupe_key, payload, plan from outbox')).toEqual([
        {
          ...{ record_id: id, destination: 'conversions', dedupe_key: 'lead:a', payload: 'null' },
          plan: deliveryOf('lead:a').plan.hash,
        },
      ]);
    });

    test('returns the stored reply for the same key and body', async () => {
      await store.submit(submissionOf('a'));
      const again = await store.submit(submissionOf('a', { reply: { status: 200, body: { uid: 'another' } } }));

      expect(again).toEqual({ outcome: 'replayed', reply: { status: 201, body: { uid: 'uid-a' } } });
      expect(await store.count('diagnosticos')).toBe(1);
    });

    test('refuses another body under the same key', async () => {
      await store.submit(submissionOf('a'));

      expect(await store.submit(submissionOf('a', { data: { nome: 'Outra' } }))).toEqual({ outcome: 'conflict' });
      expect(await store.count('diagnosticos')).toBe(1);
    });

    test('keeps the keys of two intakes apart', async () => {
      await store.submit(submissionOf('a'));

      expect(await store.submit(submissionOf('a', { intake: 'workshop', deliveries: [] }))).toMatchObject({
        outcome: 'accepted',
      });
    });

    test('accepts one of 200 with the same key in parallel and replays 199', async () => {
      const outcomes = await Promise.all(Array.from({ length: 200 }, () => store.submit(submissionOf('a'))));

      expect(outcomes.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(199);
      expect(await store.count('diagnosticos')).toBe(1);
    });

    test('distinguishes a repeat from a conflict among concurrent submissions', async () => {
      const outcomes = await Promise.all([
        store.submit(submissionOf('a')),
        store.submit(submissionOf('a', { data: { nome: 'Outra' } })),
        store.submit(submissionOf('a')),
      ]);

      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'conflict', 'replayed']);
    });

    test('stores 2,500 concurrent submissions, and later ones after them', async () => {
      const keysOf = (from: number) => Array.from({ length: 2500 }, (_, index) => String(from + index));
      const [earlier, later] = [keysOf(10_000), keysOf(20_000)];
      for (const keys of [earlier, later]) await Promise.all(keys.map((key) => store.submit(submissionOf(key))));

      const records = await store.list('diagnosticos', { limit: 5000 });
      const subjects = records.map(({ subject }) => subject);
      expect(subjects.slice(0, 2500).sort()).toEqual(earlier.map((key) => `uid-${key}`));
      expect(subjects.slice(2500).sort()).toEqual(later.map((key) => `uid-${key}`));
    });

    test.each(['"', '\\', '\\"', '{}', ',', 'NULL', "'", '\n\t', '$1', ' a ', 'ç😀'])(
      'stores a text with %j unchanged',
      async (text) => {
        await store.submit(
          submissionOf(`key ${text}`, {
            subject: text,
            data: { [text]: text },
            reply: { status: 200, body: { text } },
          }),
        );
        await store.submit(submissionOf('other', { subject: null }));
        expect(await store.latest('diagnosticos', toSubject(text))).toMatchObject({
          subject: text,
          data: { [text]: text },
        });
        expect(await store.replyTo('diagnostico', toSubmissionKey(`key ${text}`))).toMatchObject({
          reply: { body: { text } },
        });
        expect((await store.list('diagnosticos')).map(({ subject }) => subject)).toEqual([text, null]);
      },
    );

    test('drops a delivery with a repeated dedupe key, and stores the lead', async () => {
      const deliveries = [deliveryOf('same')];
      await store.submit(submissionOf('a', { deliveries }));

      expect(await store.submit(submissionOf('b', { deliveries }))).toMatchObject({ outcome: 'accepted' });
      expect(await store.count('diagnosticos')).toBe(2);
      expect(await place.query('select dedupe_key from outbox')).toEqual([{ dedupe_key: 'same' }]);
    });

    test('returns JSON unchanged and stores it with sorted keys', async () => {
      const data = { z: null, a: { y: [1.5, 'ç "\u0000 \ud83d\ude00'], b: true }, __proto__x: -1 };
      await store.submit(submissionOf('a', { data }));

      expect((await store.latest('diagnosticos', toSubject('uid-a')))?.data).toEqual(data);
      const [row] = await place.query('select data from records');
      expect(row?.data).toBe('{"__proto__x":-1,"a":{"b":true,"y":[1.5,"ç \\"\\u0000 😀"]},"z":null}');
    });
  });

  test('returns the reply stored under a key, and null for a key of another intake', async () => {
    const submission = submissionOf('k');
    await store.submit(submission);
    await reopen();
    const { intake, bodyHash, reply } = submission;
    expect(await store.replyTo(intake, toSubmissionKey('k'))).toEqual({ bodyHash, reply });
    expect(await store.replyTo(intake, toSubmissionKey('other'))).toBeNull();
    expect(await store.replyTo('other', toSubmissionKey('k'))).toBeNull();
  });

  describe('a submission that cannot be stored', () => {
    const secret = 'segredo@exemplo.br';
    const delivery = deliveryOf('x');
    const cyclic: Record<string, unknown> = { nome: secret };
    cyclic.self = cyclic;
    const poison: Record<string, unknown> = {
      'data that is not JSON': { data: { nome: secret, at: 10n } },
      'data that is a cycle': { data: cyclic },
      'a number that JSON cannot hold': { data: { nome: secret, score: Number.NaN } },
      'a key with a lone surrogate': { key: `${secret}\ud800` },
      'a subject with a NUL': { subject: `${secret}\0` },
      'a time that is not a number': { receivedAt: Number.NaN },
      'no collection': { collection: '', subject: secret },
      'a body hash cut short': { bodyHash: 'abc', subject: secret },
      'a status that does not exist': { reply: { status: 9999, body: secret } },
      'a second delivery without destination': { deliveries: [delivery, { ...delivery, destination: '' }] },
    };

    test.each(Object.keys(poison))('%s: leaves nothing behind and does not affect its neighbours', async (name) => {
      const bodyHash = 'f'.repeat(64);
      const bad = submissionOf('bad', { data: {}, bodyHash, subject: secret });
      const [before, error, after] = await Promise.all([
        store.submit(submissionOf('before')),
        storeErrorOf(store.submit({ ...bad, ...(poison[name] as Partial<Submission>) })),
        store.submit(submissionOf('after')),
      ]);

      expect(error.code).toBe('STORE_REJECTED');
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(secret);
      expect([before.outcome, after.outcome]).toEqual(['accepted', 'accepted']);
      await reopen();
      const records = await store.list('diagnosticos');
      expect(records.map(({ subject }) => subject)).toEqual(['uid-before', 'uid-after']);
      expect(await place.query('select key from submissions order by key')).toEqual([
        { key: 'after' },
        { key: 'before' },
      ]);
      expect(await place.query('select dedupe_key from outbox order by id')).toEqual([
        { dedupe_key: 'lead:before' },
        { dedupe_key: 'lead:after' },
      ]);
    });
  });

  describe('reading', () => {
    test('latest is the last in append order, independent of its time', async () => {
      await store.submit(submissionOf('a', { subject: 'same', receivedAt: 2000 }));
      await store.submit(submissionOf('b', { subject: 'same', receivedAt: 1000 }));
      await store.submit(submissionOf('c', { subject: 'another' }));
      await store.submit(submissionOf('d', { subject: 'same', collection: 'workshop' }));

      expect(await store.latest('diagnosticos', toSubject('same'))).toMatchObject({ data: { nome: 'Pessoa b' } });
      expect(await store.latest('diagnosticos', toSubject('nobody'))).toBeNull();
    });

    test('returns every record of a subject, in append order', async () => {
      await store.submit(submissionOf('a', { subject: 'same', receivedAt: 2000 }));
      await store.submit(submissionOf('b', { subject: 'another' }));
      await store.submit(submissionOf('c', { subject: 'same', receivedAt: 1000 }));
      await store.submit(submissionOf('d', { subject: 'same', collection: 'workshop' }));

      expect((await store.of('diagnosticos', toSubject('same'))).map(({ data }) => data['nome'])).toEqual([
        'Pessoa a',
        'Pessoa c',
      ]);
      expect(await store.of('diagnosticos', toSubject('nobody'))).toEqual([]);
    });

    test('lists in append order, page by page, one collection at a time', async () => {
      for (const key of ['a', 'b', 'c', 'd', 'e']) await store.submit(submissionOf(key));
      await store.submit(submissionOf('x', { collection: 'workshop' }));

      const first = await store.list('diagnosticos', { limit: 2 });
      const second = await store.list('diagnosticos', { after: first[1]?.id ?? '', limit: 2 });
      const third = await store.list('diagnosticos', { after: second[1]?.id ?? '' });
      expect([first, second, third].map((part) => part.map(({ subject }) => subject))).toEqual([
        ['uid-a', 'uid-b'],
        ['uid-c', 'uid-d'],
        ['uid-e'],
      ]);
      expect(await store.list('diagnosticos', { after: third[0]?.id ?? '' })).toEqual([]);
      expect([await store.count('diagnosticos'), await store.count('workshop'), await store.count('none')]).toEqual([
        5, 1, 0,
      ]);
    });

    test('refuses an unknown record as the cursor', async () => {
      await store.submit(submissionOf('x', { collection: 'workshop' }));
      const [other] = await store.list('workshop');

      expect((await storeErrorOf(store.list('diagnosticos', { after: other?.id ?? '' }))).code).toBe('STORE_CURSOR');
    });
  });

  describe('leads', () => {
    const at = 1_795_000_000_000;
    const keep = async (key: string, change: Partial<PlainSubmission> = {}) => {
      const outcome = await store.submit(submissionOf(key, { deliveries: [], ...change }));
      return outcome.outcome === 'accepted' ? outcome.id : '';
    };
    const read = (filter?: LeadFilter) => collect(store.leads(filter));
    const shown = async (filter?: LeadFilter) => (await read(filter)).map(({ data }) => data['nome']);

    test('are the submissions of a subject: the latest values are shown, and every submission is kept', async () => {
      const ana = { collection: 'leads', subject: 'ana@x.br' };
      const id = await keep('a', { ...ana, data: { nome: 'Ana', src: 'ad' }, receivedAt: at });
      const later = await keep('b', { ...ana, data: { nome: 'Ana Souza' }, definition: 'd2', receivedAt: at + 5 });
      await keep('c', { ...ana, collection: 'others', data: { nome: 'Another' } });

      const lead = {
        id,
        ...ana,
        data: { nome: 'Ana Souza', src: 'ad' },
        intake: 'diagnostico',
        meta: { page: '/quiz' },
        definition: 'd1',
        firstAt: at,
        lastAt: at + 5,
        submissions: 2,
      };
      expect(await read({ collections: ['leads'] })).toEqual([lead]);
      for (const each of [id, later]) {
        const found = await store.lead(each);
        expect(found).toMatchObject(lead);
        expect(found?.records.map(({ data }) => data)).toEqual([{ nome: 'Ana', src: 'ad' }, { nome: 'Ana Souza' }]);
      }
      expect(await store.lead(id.replace(/^./, 'f'))).toBeNull();
    });

    test('without a subject are one per record', async () => {
      await keep('a', { subject: null });
      await keep('b', { subject: null });
      expect((await read()).map(({ submissions }) => submissions)).toEqual([1, 1]);
    });

    test('are filtered by the collection, time, definition and source of the first submission', async () => {
      await keep('a', { receivedAt: at, data: { nome: 'A', src: 'ad' } });
      await keep('b', { receivedAt: at + 10, data: { nome: 'B', origem: 'ad' }, definition: 'd2' });
      await keep('c', { receivedAt: at + 20, data: { nome: 'C', src: 'mail' }, collection: 'leads' });
      // A later submission does not move the lead to another day.
      await keep('a2', { receivedAt: at + 20, data: { nome: 'A2' }, subject: 'uid-a', definition: 'd2' });

      expect(await shown({ collections: ['leads'] })).toEqual(['C']);
      expect(await shown({ collections: [] })).toEqual([]);
      expect(await shown({ from: at + 10 })).toEqual(['B', 'C']);
      expect(await shown({ to: at + 10 })).toEqual(['A2']);
      expect(await shown({ from: at + 10, to: at + 20 })).toEqual(['B']);
      expect(await shown({ definition: 'd2' })).toEqual(['B']);
      expect(await shown({ source: { names: ['src', 'origem'], equals: 'ad' } })).toEqual(['A2', 'B']);
      expect(await shown({ source: { names: ['constructor'], equals: 'ad' } })).toEqual([]);
      const attribution = { visitor: 'ad', first: { utm_source: 'first' }, last: { utm_source: 'last' } };
      await keep('d', { data: { nome: 'D' }, meta: { attribution } });
      for (const equals of ['first', 'last'])
        expect(await shown({ source: { names: ['src', 'utm_source'], equals } })).toEqual(['D']);
      expect(await shown({ source: { names: ['visitor'], equals: 'ad' } })).toEqual([]);
    });

    test('are read completely and in order across many parts, also while others are stored', async () => {
      const given = Array.from({ length: 2300 }, (_, index) => String(index));
      await Promise.all(given.map((key) => keep(key, { data: { nome: key } })));
      const keys = (await store.list('diagnosticos', { limit: 5000 })).map(({ data }) => data['nome']);
      expect(keys.toSorted()).toEqual(given.toSorted());
      const seen: unknown[] = [];
      for await (const { id, data } of store.leads()) {
        seen.push(data['nome']);
        if (seen.length === 1500) {
          expect(await shown({ after: id })).toEqual(keys.slice(1500));
          await keep('late');
        }
      }
      expect(seen).toEqual(keys);
    });

    test('after an unknown lead are refused', async () => {
      expect((await storeErrorOf(read({ after: 'x' }))).code).toBe('STORE_CURSOR');
    });
  });

  describe('what processes share', () => {
    let other: Store;
    beforeEach(async () => {
      other = await place.open();
    });
    afterEach(() => other.close());

    test('totals of uses', async () => {
      const expiresAt = Date.now() + 60_000;
      const use = (id: string, count: number) => ({ id, count, expiresAt });
      expect(await store.addUses([use('b', 1), use('a', 12)])).toEqual([1, 12]);
      expect(await other.addUses([use('a', 1), use('c', 5), use('b', 2)])).toEqual([13, 5, 3]);
      expect(await store.addUses([])).toEqual([]);
      const totals = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? store : other).addUses([use('d', 1), use('e', 1)])),
      );
      expect(totals.map(([total]) => total as number).sort((one, next) => one - next)).toEqual(
        Array.from({ length: 50 }, (_, index) => index + 1),
      );
    });

    test('a rate limit: exact, whichever process a request reaches', async () => {
      const limits = [store, other].map((each) => createRateLimit(() => 1_795_000_000_000, each));
      const take = async (count: number, perMinute: number, client = 'client') => {
        const waits = await Promise.all(
          Array.from({ length: count }, (_, index) => limits[index % 2]?.take('intake', limitKeyOf(client), perMinute)),
        );
        return waits.filter((wait) => wait === 0).length;
      };
      expect(await take(31, 20)).toBe(20);
      expect(await take(4, 20)).toBe(0);
      expect(await take(3, 20, 'another')).toBe(3);
      expect(limits[0]?.take('intake', limitKeyOf('client'), 20)).toBe(20);
      // A higher limit is taken in portions: reached early by at most one portion of the other process.
      const granted = await take(700, 600, 'office');
      expect([granted <= 600, granted >= 588]).toEqual([true, true]);
    });

    test('a rate limit of a process whose database does not answer: its own count', async () => {
      const closed = await place.open();
      await closed.close();
      const limit = createRateLimit(() => 1_795_000_000_000, closed);
      const waits: unknown[] = [];
      for (let count = 0; count < 5; count += 1) waits.push(await limit.take('intake', limitKeyOf('client'), 3));
      expect(waits).toEqual([0, 0, 0, 20, 20]);
    });

    test('values on which they agree', async () => {
      const values = await Promise.all([store.agree('key', 'one'), other.agree('key', 'other')]);
      expect(new Set(values).size).toBe(1);
      expect(await store.agree('another', 'own')).toBe('own');
      await reopen();
      expect(await store.agree('key', 'third')).toBe(values[0]);
    });
  });

  test('the backlog of the outbox is counted by destination', async () => {
    expect(await store.outbox()).toEqual([]);
    const deliveries = (key: string) => ['mail', 'crm'].map((destination) => deliveryOf(key, { destination }));
    for (const [index, key] of ['a', 'b'].entries())
      await store.submit(submissionOf(key, { deliveries: deliveries(key), receivedAt: 5000 - index }));
    await store.submit(submissionOf('c', { deliveries: deliveries('c').slice(0, 1), receivedAt: 9000 }));

    expect(await store.outbox()).toEqual([
      { destination: 'crm', depth: 2, oldestAt: 4999 },
      { destination: 'mail', depth: 3, oldestAt: 4999 },
    ]);
  });

  test('ids increase, even when the clock goes backwards', async () => {
    await store.close();
    const times = [5000, 5000, 4000, 6000];
    store = await place.open({ clock: () => times.shift() ?? 6000 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) await store.submit(submissionOf(key));

    const ids = (await store.list('diagnosticos')).map(({ id }) => id);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual([...ids].sort());
  });

  test.each([
    'update records set data = null',
    "update records set collection = 'other' where subject = 'uid-a'",
    'delete from records',
  ])('the database rejects: %s', async (statement) => {
    await store.submit(submissionOf('a', { deliveries: [] }));
    await expect(place.execute(statement)).rejects.toThrow('append-only');
    expect(await store.latest('diagnosticos', toSubject('uid-a'))).toMatchObject({ data: { nome: 'Pessoa a' } });
  });

  test('a restart keeps records, keys and deliveries', async () => {
    await store.submit(submissionOf('a'));
    await store.submit(submissionOf('b'));
    const before = await store.list('diagnosticos');
    await reopen();

    expect(await store.list('diagnosticos')).toEqual(before);
    expect(await store.submit(submissionOf('a'))).toMatchObject({ outcome: 'replayed' });
    expect(await store.submit(submissionOf('c'))).toMatchObject({ outcome: 'accepted' });
    expect(await place.query('select dedupe_key from outbox order by id')).toEqual([
      { dedupe_key: 'lead:a' },
      { dedupe_key: 'lead:b' },
      { dedupe_key: 'lead:c' },
    ]);
  });

  test('a probe writes', async () => {
    await store.close();
    store = await place.open({ clock: () => 77_000 });
    await place.execute('update probe set at = 0');
    await store.probe();

    expect(await place.query('select at from probe')).toEqual([{ at: 77_000 }]);
  });

  test('close waits for earlier submissions and refuses later ones', async () => {
    const pending = [store.submit(submissionOf('a')), store.submit(submissionOf('b'))];
    const closed = store.close();
    const late = await storeErrorOf(store.submit(submissionOf('c')));
    await closed;

    expect((await Promise.all(pending)).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(late.code).toBe('STORE_CLOSED');
    expect((await storeErrorOf(store.count('diagnosticos'))).code).toBe('STORE_CLOSED');
    await reopen();
    expect(await store.count('diagnosticos')).toBe(2);
  });

  test('refuses a database from a newer version, and leaves it unchanged', async () => {
    await store.submit(submissionOf('a'));
    await place.execute("insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01')");
    await store.close();

    const error = await storeErrorOf(place.open());
    expect(error.code).toBe('STORE_NEWER');
    expect(error.message).toContain('9999_future');
    expect(error.message).not.toContain('0001_submissions');
    await place.execute("delete from kysely_migration where name = '9999_future'");
    store = await place.open();
    expect(await store.count('diagnosticos')).toBe(1);
  });

  test('is not ready while a newer version has migrated its database, and is again once that is undone', async () => {
    await place.execute("insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01')");
    await store.probe();
    expect(store.trouble()).toMatchObject({ code: 'STORE_NEWER', message: expect.stringContaining('9999_future') });
    // What its statements can still store is stored, and says nothing about the schema.
    expect((await store.submit(submissionOf('a'))).outcome).toBe('accepted');
    expect(store.trouble()).toMatchObject({ code: 'STORE_NEWER' });
    await place.execute("delete from kysely_migration where name = '9999_future'");
    await store.probe();
    expect(store.trouble()).toBeNull();
  });

  test('works with a database to which a newer version has only added something', async () => {
    await place.execute("insert into kysely_migration (name, timestamp) values ('9999_future_expand', '2030-01-01')");
    await store.probe();
    expect(store.trouble()).toBeNull();
    await store.submit(submissionOf('a'));
    await store.close();
    store = await place.open();
    expect(await store.count('diagnosticos')).toBe(1);
    await (await place.openReader()).close();
    await place.execute("delete from kysely_migration where name = '9999_future_expand'");
  });

  test('a reader refuses a database that has not been migrated', async () => {
    const reader = await place.openReader();
    await store.submit(submissionOf('a'));
    expect(await reader.count('diagnosticos')).toBe(1);
    await reader.close();
    expect((await storeErrorOf(reader.count('diagnosticos'))).code).toBe('STORE_CLOSED');
    await place.execute("delete from kysely_migration where name = '0003_retention'");
    const error = await storeErrorOf(place.openReader());
    expect([error.code, error.message.includes('0003_retention')]).toEqual(['STORE_OUTDATED', true]);
  });

  test('rolls back a failed migration completely', async () => {
    const other = await makePlace();
    await other.execute('create table outbox (mine text)');

    const error = await storeErrorOf(other.open());
    expect(error.code).toBe('STORE_MIGRATION');
    expect(error.message).toContain('0001_submissions');
    await other.execute('drop table outbox');
    await (await other.open()).close();
    await other.remove();
  });
});
