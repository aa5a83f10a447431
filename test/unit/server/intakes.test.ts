/** Intakes without HTTP: what a request may contain, and what happens when the store does not answer. Real SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { createOwners, ownerCookie, ownerKeys } from '../../../server/intakes/owner.ts';
import type { IntakeRequest } from '../../../server/intakes/request.ts';
import { createIntakeRunner, type IntakeRunner } from '../../../server/intakes/runner.ts';
import { keyHash, metaOf } from '../../../server/intakes/submission.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { toSubject } from '../../../server/store/ids.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Store } from '../../../server/store/types.ts';
import { phoneMask } from '../../harness/masks.ts';
import { baseWith, load } from '../load/fixtures.ts';

const extra = `api: extra
intakes:
  visit:
    post: /api/visit
    input:
      person: { type: record, fields: { name: { type: text }, age: { type: number } } }
      plan: { type: choice, of: [a, b, c], optional: true, aliases: [plano] }
      note: { type: text, maxLength: 5, optional: true }
    records: visits
    lookupBy: plan
    response: { site: site.name, plan: "default(plan, 'none')" }
    rateLimit: 2
  seek:
    get: /api/seek
    input:
      plan: { type: choice, of: [a, b, c] }
      count: { type: number, optional: true }
    records: visits
    lookupBy: plan
    response: { age: person.age }
    errors: { notFound: Nobody has it. }
    rateLimit: 100
  late:
    post: /api/late
    input: { note: { type: text } }
    when: note != 'late'
    records: lates
    errors: { closed: Too late. }
    rateLimit: 100
  own:
    post: /api/own
    input: { plan: { type: text }, at: { type: time } }
    records: owned
    lookupBy: plan
    ownerOnly: true
    rateLimit: 2
`;

let site: SiteDefinition;
let folder: string;
let store: Store;
let now: number;
let clients = 0;
let reported: [intake: string, code: string, visitId: string | null][];
let refused: [intake: string, code: string][];

beforeAll(async () => {
  const loaded = load(baseWith({ 'extra.api.yaml': extra }));
  expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  site = loaded.site as SiteDefinition;
  folder = mkdtempSync(join(tmpdir(), 'intakes-'));
  store = await openSqliteStore({ dir: folder });
});
beforeEach(() => {
  clients += 1;
  [now, reported, refused] = [900, [], []];
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each test has a client of its own: the store counts its requests. */
const addressOf = (client: number): string => `203.0.113.${client}`;
const runnerOn = (over: Partial<Store> = {}): IntakeRunner =>
  createIntakeRunner({
    site,
    store: { ...store, ...over },
    limits: createRateLimit(() => now, store),
    owners: createOwners(Buffer.from('secret')),
    clock: () => now,
    report: (intake, error, visitId) =>
      reported.push([intake, (error as { code?: string }).code ?? String(error), visitId]),
    refused: (intake, code) => refused.push([intake, code]),
  });
const request = (body: unknown, more: Partial<IntakeRequest> = {}): IntakeRequest => ({
  ...{ body, key: null, page: null, address: addressOf(clients), userAgent: null, owner: [] },
  ...more,
});
const person = { name: 'Ana', age: 31 };

describe('the values of a request', () => {
  const post = (body: unknown) => runnerOn().handle('POST', '/api/visit', request(body));

  test('are copied as far as they are declared, also within a record', async () => {
    expect(await post({ person: { ...person, admin: true }, plano: 'c', other: 1 })).toEqual({
      status: 200,
      body: { site: site.site.name, plan: 'c' },
      headers: {},
    });
    expect((await store.latest('visits', toSubject('c')))?.data).toEqual({ person, plan: 'c' });
  });

  test('may leave out what is optional, or send it empty', async () => {
    for (const body of [
      { person, plan: null },
      { person, note: '' },
    ])
      expect(await post(body)).toMatchObject({ status: 200, body: { plan: 'none' } });
    expect((await store.list('visits')).at(-1)).toMatchObject({ data: { person }, subject: null });
  });

  test.each([
    [{}, { person: expect.any(String) }],
    [{ person: null }, { person: expect.any(String) }],
    [{ person: { name: 'Ana' } }, { person: expect.any(String) }],
    [{ person: { name: 'Ana', age: '31' } }, { person: expect.any(String) }],
    [{ person: { name: 'A\0', age: 31 } }, { person: expect.any(String) }],
    [{ person, plan: 'd' }, { plan: expect.any(String) }],
    [{ person, plano: 'd' }, { plan: expect.any(String) }],
    [{ person, note: '123456' }, { note: expect.any(String) }],
  ])('are refused by name: %j', async (body, errors) => {
    const before = await store.count('visits');
    const reply = await post(body);
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect((reply.body as { errors: object }).errors).toEqual(errors);
    expect(refused).toEqual([['visit', 'invalid']]);
    expect(await store.count('visits')).toBe(before);
  });

  test('differ in their message when they are missing', async () => {
    const runner = runnerOn();
    const messageOf = async (body: unknown, client: number) =>
      (
        (await runner.handle('POST', '/api/visit', request(body, { address: addressOf(100 + client) }))).body as {
          errors: { person: string };
        }
      ).errors.person;
    expect([await messageOf({}, 1), await messageOf({ person: null }, 2)]).toEqual([
      runnerOn().messages.missingValue,
      runnerOn().messages.missingValue,
    ]);
    expect(await messageOf({ person: 7 }, 3)).toBe(runnerOn().messages.invalidValue);
  });

  test('of a query are parsed by their types', () => {
    const values = (query: string) => runnerOn().parametersOf('/api/seek', new URLSearchParams(query));
    expect({ ...values('plan=1&plan=2&count=7&other=x') }).toEqual({ plan: '1', count: 7 });
    expect({ ...values('count=seven') }).toEqual({ count: undefined });
    expect({ ...runnerOn().parametersOf('/api/none', new URLSearchParams('plan=1')) }).toEqual({});
  });
});

describe('a look-up', () => {
  test('responds with the latest record of its subject', async () => {
    const runner = runnerOn();
    await runner.handle('POST', '/api/visit', request({ person, plan: 'a' }));
    await runner.handle('POST', '/api/visit', request({ person: { ...person, age: 32 }, plan: 'a' }));
    expect(await runner.handle('GET', '/api/seek', request({ plan: 'a' }))).toMatchObject({
      status: 200,
      body: { age: 32 },
    });
    expect(await runner.handle('GET', '/api/seek', request({ plan: 'b' }))).toMatchObject({
      status: 404,
      body: { code: 'unknown', message: 'Nobody has it.' },
    });
    for (const body of [null, [], 'a', { plan: 'd' }])
      expect(await runner.handle('GET', '/api/seek', request(body))).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      });
  });
});

test('a closed intake refuses a submission and stores nothing', async () => {
  const send = (note: string) => runnerOn().handle('POST', '/api/late', request({ note }));
  expect(await send('early')).toMatchObject({ status: 200, headers: {} });
  expect(await send('late')).toMatchObject({ status: 409, body: { code: 'closed', message: 'Too late.' } });
  expect(await store.count('lates')).toBe(1);
});

describe('an error of the store', () => {
  const failing = (error: Error) =>
    runnerOn({
      submit: async () => {
        throw error;
      },
    }).handle('POST', '/api/visit', request({ person }, { visitId: 'v1' as never }));

  test('that may pass asks the sender to try again', async () => {
    expect(await failing(new StoreError('STORE_FAILED', 'x'))).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'Retry-After': '5' },
    });
    expect(reported).toEqual([['visit', 'STORE_FAILED', 'v1']]);
    expect(refused).toEqual([['visit', 'unavailable']]);
  });

  test.each([new StoreError('STORE_REJECTED', 'x'), new TypeError('x')])(
    'that a retry would meet again does not: %s',
    async (error) => {
      expect(await failing(error)).toMatchObject({ status: 500, body: { code: 'internal' }, headers: {} });
      expect(reported).toHaveLength(1);
    },
  );
});

describe('a path', () => {
  test('has the methods of its intakes', async () => {
    const runner = runnerOn();
    expect(['/api/visit', '/api/seek', '/api/none'].map((path) => runner.methodsOf(path))).toEqual([
      ['POST'],
      ['GET'],
      [],
    ]);
    expect(await runner.handle('POST', '/api/none', request({}))).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    expect(runner.refuse('/api/none', 'malformed')).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});

describe('a session in this process', () => {
  const visitorOf = (client: number) => ({
    key: null,
    page: '/quiz',
    address: addressOf(client),
    userAgent: null,
    owner: [],
  });

  test.each([
    ['/api/visit', (n: number) => ({ person: { ...person, age: n } }), 'visits'],
    ['/api/own', (n: number) => ({ plan: `p${n}`, at: 1 }), 'owned'],
  ] as const)('is limited per address at %s', async (path, values, records) => {
    const [runner, visitor, before] = [runnerOn(), visitorOf(clients), await store.count(records)];
    const statuses = [];
    for (const n of [1, 2, 3, 4])
      statuses.push((await runner.handle('POST', path, { ...visitor, body: values(n) })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await store.count(records)).toBe(before + 2);
    expect(await runner.handle('POST', path, { ...visitorOf(200 + clients), body: values(5) })).toMatchObject({
      status: 200,
    });
    expect(await runner.handle('POST', path, { ...visitor, body: values(6) })).toMatchObject({
      headers: { 'Retry-After': expect.stringMatching(/^[1-9]/) },
    });
  });

  test('counts a refused submission too', async () => {
    const [runner, visitor] = [runnerOn(), visitorOf(clients)];
    const send = async (values: object) =>
      (await runner.handle('POST', '/api/visit', { ...visitor, body: values })).status;
    expect([await send({}), await send({}), await send({ person })]).toEqual([422, 422, 429]);
  });

  test('reads without a submission', async () => {
    const visitor = visitorOf(clients);
    expect(await runnerOn().handle('GET', '/api/seek', { ...visitor, body: { plan: 'b' } })).toMatchObject({
      status: 404,
    });
    expect(await runnerOn().handle('GET', '/api/none', { ...visitor, body: {} })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });
});

describe('the keys of a browser', () => {
  const owners = createOwners(Buffer.from('secret'));
  const [one, other] = ['A', 'B'].map((letter) => letter.repeat(22)) as [string, string];
  test('belong to a subject of a collection', () => {
    const key = owners.keyOf('owned', toSubject('a'));
    expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(owners.owns([one, key], 'owned', toSubject('a'))).toBe(true);
    for (const [collection, subject] of [
      ['owned', 'b'],
      ['others', 'a'],
    ] as const)
      expect(owners.owns([key], collection, toSubject(subject))).toBe(false);
    expect(owners.owns([], 'owned', toSubject('a'))).toBe(false);
    expect(owners.owns([`${key}x`, key.slice(1)], 'owned', toSubject('a'))).toBe(false);
    expect(createOwners(Buffer.from('other')).keyOf('owned', toSubject('a'))).not.toBe(key);
  });
  test('are read from the cookie, at most twelve and no malformed one', () => {
    expect(ownerKeys(`a=b; owner=${one}.short.${other}; owner=x`)).toEqual([one, other]);
    expect(ownerKeys(`owner=${one}x.x${one}.${one.slice(1)}!`)).toEqual([]);
    expect([ownerKeys(undefined), ownerKeys('owners=x'), ownerKeys(`xowner=${one}`)]).toEqual([[], [], []]);
    expect(ownerKeys(`owner=${Array.from({ length: 14 }, () => one).join('.')}`)).toHaveLength(12);
  });
  test('are sent with new ones in front, each once', () => {
    expect(ownerCookie([], [one], false)).toBeNull();
    const attributes = 'Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax';
    expect(ownerCookie([other], [one, other], false)).toBe(`owner=${other}.${one}; ${attributes}`);
    expect(ownerCookie([other], [], true)).toBe(`owner=${other}; ${attributes}; Secure`);
    const many = Array.from({ length: 14 }, (_, index) => String(index).padStart(22, 'k'));
    expect(ownerCookie([one], many, false)?.split(';')[0]?.split('.')).toHaveLength(12);
  });
});

describe('two spellings are one value', () => {
  const field = (name: string, type: string, more: object = {}) => ({ name, type, label: '', rules: [], ...more });
  const fields = [
    field('tel', 'tel'),
    field('mail', 'email'),
    field('contact', 'text', { pii: 'email' }),
    field('text', 'text'),
  ];
  const intake = {
    id: 'i',
    forms: ['f'],
    formsByStep: null,
    omit: [],
    input: { uid: { type: 'uuid' }, note: { type: 'text' } },
  };
  const normalOf = (masks: object, own: readonly object[] = fields) => {
    const forms = { f: { id: 'f', showErrors: 'all', fields: own } };
    const made = { ...site, site: { ...site.site, ...masks }, forms } as unknown as SiteDefinition;
    return prepareAcceptance(made, intake as never, formMessages(made.site), messagesFor(made.site)).normal;
  };
  const masked = () => normalOf({ phoneMask: 'br', masks: { br: phoneMask } });

  test.each([
    ['tel', '+55 (11) 98765-4321', '11987654321'],
    ['mail', ' Ana@B.example ', 'ana@b.example'],
    ['contact', ' Ana@B.example ', 'ana@b.example'],
    ['uid', ' 0B5E ', '0b5e'],
    ['text', ' Ana 1 ', 'Ana 1'],
    ['note', ' Ana 1 ', 'Ana 1'],
    ['other', ' Ana ', 'Ana'],
    ['note', 7, 7],
  ])('of %s: %j is %j', (name, value, normal) => expect(masked()(name, value)).toBe(normal));

  test('of a telephone number by its own mask, and without one in digits', () => {
    expect(normalOf({})('tel', '+55 (11) 98765-4321')).toBe('5511987654321');
    // A number of any country has its country's code, also where the site has a mask for its own.
    const phone = { rule: 'phone', country: 'BR', message: 'não' };
    const international = normalOf({ phoneMask: 'br', masks: { br: phoneMask } }, [
      field('tel', 'tel', { rules: [phone] }),
    ]);
    for (const value of ['+5511987654321', '(11) 98765-4321', '0055 11 98765-4321'])
      expect(international('tel', value)).toBe('5511987654321');
    expect(international('tel', '+1 212 555 0123')).toBe('12125550123');
    expect(normalOf({}, [field('tel', 'text', { mask: phoneMask })])('tel', '+55 (11) 98765-4321')).toBe('11987654321');
  });
});

describe('what is stored with a record', () => {
  const consent = { field: 'ok', purpose: 'contact', mechanism: 'checkbox', text: 'I agree.' };
  const accepted = [{ rule: 'required' }, { rule: 'accepted' }];
  const meta = (form: object, intake: object, more: Partial<IntakeRequest> = {}) => {
    const made = { ...site, forms: { f: { id: 'f', fields: [{ name: 'ok', rules: accepted }], ...form } } };
    const given = { forms: ['f'], formsByStep: null, ownerOnly: false, ...intake } as unknown as IntakeDefinition;
    return metaOf(
      made as unknown as SiteDefinition,
      given,
      { ...request({ ok: true }), page: '/x', address: '203.0.113.7', ...more },
      5,
    );
  };

  test('is the page, the visit, and the key of a record with an owner', () => {
    expect(meta({}, {})).toEqual({ page: '/x' });
    expect(meta({}, { forms: [] })).toEqual({ page: '/x' });
    expect(meta({}, {}, { key: 'key-00001', visitId: 'v1' as never })).toEqual({ page: '/x', visitId: 'v1' });
    expect(meta({}, { ownerOnly: true })).toEqual({ page: '/x' });
    expect(meta({}, { ownerOnly: true }, { key: 'key-00001' })).toEqual({
      page: '/x',
      sentUnder: keyHash('key-00001'),
    });
    expect(keyHash('key-00001')).not.toBe(keyHash('key-00002'));
  });

  test('is the proof of a consent', () => {
    const proof = (form: object, more: Partial<IntakeRequest> = {}) => meta({ consent, ...form }, {}, more)['consent'];
    expect(proof({}, { userAgent: 'a'.repeat(500) })).toEqual({
      ...{
        purpose: 'contact',
        mechanism: 'checkbox',
        text: 'I agree.',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      ...{ given: true, required: true, at: 5, page: '/x', address: '203.0.113.0', locale: site.site.locale },
      userAgent: 'a'.repeat(400),
    });
    expect(proof({}, { body: { ok: false } })).toMatchObject({ given: false, userAgent: null });
    expect(proof({}, { body: {} })).toMatchObject({ given: null });
    expect(proof({ fields: [{ name: 'ok', rules: [{ rule: 'required' }] }] })).toMatchObject({
      given: true,
      required: false,
    });
    const { field: _, ...notice } = consent;
    expect(proof({ consent: { ...notice, mechanism: 'notice' }, fields: [] }, { body: {} })).toMatchObject({
      given: true,
      required: null,
    });
  });
});
