/** What becomes of a submission: who may send it, what repeats it, what holds it, and what is stored. Real SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { Memo } from '../../../engine/memo/memo.ts';
import { createOwners } from '../../../server/intakes/owner.ts';
import type { IntakeRequest } from '../../../server/intakes/request.ts';
import { createIntakeRunner, type IntakeRunner } from '../../../server/intakes/runner.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import { createProtection } from '../../../server/protection/protection.ts';
import { toSubject } from '../../../server/store/ids.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Store } from '../../../server/store/types.ts';
import { base, baseWith, load } from '../load/fixtures.ts';

const api = `api: more
intakes:
  plain:
    post: /api/plain
    input: { note: { type: text }, at: { type: time, optional: true } }
    records: plain
    lookupBy: note
    redirect: '/done/{{ note | url }}'
  open:
    post: /api/open
    input: { note: { type: text } }
    when: note != 'late'
    records: opened
  own:
    post: /api/own
    input: { uid: { type: text }, note: { type: text }, at: { type: time, optional: true } }
    records: owned
    lookupBy: uid
    ownerOnly: true
  once:
    post: /api/once
    form: contact
    omit: [plan, agree]
    records: once
    dedupe: { by: [email], minutes: 10 }
  known:
    post: /api/known
    input: { uid: { type: uuid } }
    require: { records: leads, message: Who is this? }
    records: known
    lookupBy: uid
  guarded:
    post: /api/guarded
    input: { mail: { type: text, pii: email } }
    records: guarded
    lookupBy: mail
    protect: { honeypot: true, fastest: 3, proofOfWork: suspicious, perPerson: 2 }
    deliver:
      crm: { webhook: crm, body: { mail: mail } }
      ads: { webhook: crm, purpose: marketing, body: { mail: mail } }
      late: { webhook: crm, when: "mail == 'late@x.example'" }
      gone: { webhook: away }
    response: { crm: deliveries.crm, ads: deliveries.ads, late: deliveries.late, gone: deliveries.gone }
    rateLimit: 3
  tracked:
    post: /api/tracked
    input: { mail: { type: text, pii: email } }
    records: tracked
    deliver:
      told: { webhook: crm }
      lead: { meta: network, event: Lead, user: { email: mail } }
`;
const destinations =
  'destinations:\n  crm: { type: webhook, url: $CRM_URL }\n  away: { type: webhook, url: $AWAY_URL }\n  network: { type: meta, token: $META_TOKEN, pixel: $META_PIXEL_ID }\n';

let site: SiteDefinition;
let folder: string;
let store: Store;
let now: number;
let woken: number[];
let clients = 0;
let refused: string[];
const protection = createProtection(Buffer.alloc(32, 7));

beforeAll(async () => {
  const { text } = base.find(({ path }) => path === 'site.yaml') as { text: string };
  const loaded = load(baseWith({ 'more.api.yaml': api, 'site.yaml': text + destinations }));
  expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  site = loaded.site as SiteDefinition;
  folder = mkdtempSync(join(tmpdir(), 'submissions-'));
  store = await openSqliteStore({ dir: folder });
});
beforeEach(() => {
  clients += 1;
  [now, woken, refused] = [1_790_000_000_000, [], []];
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const runnerOn = (changed: SiteDefinition = site, kept: Store = store): IntakeRunner =>
  createIntakeRunner({
    site: changed,
    store: kept,
    limits: createRateLimit(() => now),
    owners: createOwners(Buffer.from('secret')),
    protection,
    outbox: { isConfigured: (destination) => destination === 'crm', wake: () => void woken.push(now) },
    clock: () => now,
    refused: (_, code) => refused.push(code),
  });
const request = (body: unknown, more: Partial<IntakeRequest> = {}): IntakeRequest => ({
  ...{ body, key: null, page: null, address: `203.0.113.${clients}`, userAgent: null, owner: [] },
  ...more,
});
const post = (name: string, body: unknown, more: Partial<IntakeRequest> = {}, runner = runnerOn()) =>
  runner.handle('POST', `/api/${name}`, request(body, more));
const stored = async (records: string) => (await store.list(records)).map(({ data }) => data);

describe('a submission', () => {
  test('is acknowledged with its redirect', async () => {
    expect(await post('plain', { note: 'a b' })).toEqual({
      status: 200,
      body: { redirectUrl: '/done/a%20b' },
      headers: {},
    });
    expect(refused).toEqual([]);
    expect(woken).toEqual([]);
  });

  test.each([null, [], 'text', 7])('of %j is malformed', async (body) => {
    expect(await post('plain', body)).toMatchObject({ status: 400, code: 'malformed' });
    expect(refused).toEqual(['malformed']);
  });

  test.each(['short', 'x'.repeat(129), 'with a space'])('with the key %j is refused', async (key) => {
    expect(await post('plain', { note: 'a' }, { key })).toMatchObject({ status: 400, code: 'invalid-key' });
  });

  test('is refused with its intake’s own message where no field has one', async () => {
    const { plain } = site.intakes as Record<string, (typeof site.intakes)[string]>;
    const errors = { ...plain?.errors, invalid: 'Look again.', response: { ok: false } };
    const own = runnerOn({ ...site, intakes: { plain: { ...plain, errors } as never } });
    expect((await post('plain', {}, {}, own)).body).toEqual({
      ...{ ok: false, code: 'invalid', message: 'Look again.' },
      errors: { note: own.messages.missingValue },
    });
    expect((await post('plain', {})).body).toMatchObject({ message: runnerOn().messages.refused });
  });

  test('of an intake without an integration is answered and not stored', async () => {
    const { plain } = site.intakes as Record<string, (typeof site.intakes)[string]>;
    const off = runnerOn({ ...site, intakes: { plain: { ...plain, stores: false } as never } });
    const before = await store.count('plain');
    expect(await post('plain', { note: 'off' }, {}, off)).toMatchObject({ status: 200, headers: {} });
    expect(await store.count('plain')).toBe(before);
  });
});

test('a form that has changed is judged anew, also by an intake that has not', async () => {
  const memo = new Memo();
  const over = (definition: SiteDefinition) =>
    createIntakeRunner({
      ...{ site: definition, store, memo, owners: createOwners(Buffer.from('secret')) },
      limits: createRateLimit(() => now),
    });
  const { contact } = site.forms;
  const fields = contact?.fields.map((field) => ({ ...field, rules: [] }));
  const laxer = { ...site, forms: { ...site.forms, contact: { ...contact, fields } as never } };
  const send = async (runner: IntakeRunner) => (await post('once', { email: 'x', name: '' }, {}, runner)).status;
  expect([await send(over(site)), await send(over(laxer)), await send(over(site))]).toEqual([422, 200, 422]);
  const own = { ...site, site: { ...site.site, messages: { refused: 'Não.' } } };
  expect((await post('plain', {}, {}, over(own))).body).toMatchObject({ message: 'Não.' });
});

describe('a repeated submission', () => {
  test('with its key gets the first answer, also with another time, and is refused with other values', async () => {
    const key = 'key-repeat-01';
    const first = await post('plain', { note: 'r', at: 1 }, { key });
    expect(first).toMatchObject({ status: 200, headers: {} });
    const again = await post('plain', { note: 'r', at: 2 }, { key });
    expect(again).toEqual({ ...first, headers: { 'Idempotent-Replayed': 'true' } });
    expect(await post('plain', { note: 's', at: 1 }, { key })).toMatchObject({ status: 422, code: 'conflict' });
    expect(await stored('plain')).toContainEqual({ note: 'r', at: 1 });
    expect(await stored('plain')).not.toContainEqual({ note: 's', at: 1 });
  });

  test('without a key is the same if all values are, and its answer does not tell', async () => {
    for (const note of ['n', 'n', 'm'])
      expect(await post('plain', { note })).toMatchObject({ status: 200, headers: {} });
    const notes = (await stored('plain')).filter(({ note }) => note === 'n' || note === 'm');
    expect(notes).toEqual([{ note: 'n' }, { note: 'm' }]);
  });

  test('is the same within a window, by its normal form, unless it corrects a value', async () => {
    const before = await store.count('once');
    const send = async (email: string, name: string, at: number, key: string | null = null) => {
      now = 1_790_000_400_000 + at;
      expect((await post('once', { email, name }, { key })).status).toBe(200);
      return (await store.count('once')) - before;
    };
    expect(await send('ana@x.example', 'Ana', 0)).toBe(1);
    expect(await send(' ANA@x.example ', 'Ana ', 1)).toBe(1);
    expect(await send('ana@x.example', 'Ana', 599_999)).toBe(1);
    expect(await send('ana@x.example', 'Ana', 600_000)).toBe(2);
    expect(await send('ana@x.example', 'Anna', 600_001)).toBe(3);
    expect(await send('bia@x.example', 'Ana', 600_002)).toBe(4);
    expect(await send('ana@x.example', 'Ana', 600_003, 'key-own-0001')).toBe(5);
  });
});

describe('a closed intake', () => {
  const closing = () => site.intakes['open']?.when as never;

  test('repeats the answer to a submission that it has stored, for the same key and values only', async () => {
    const key = 'key-closed-01';
    const first = await post('plain', { note: 'late' }, { key });
    const closed = { closing: closing() };
    expect(await post('plain', { note: 'late' }, { key, ...closed })).toEqual({
      ...first,
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect(await post('plain', { note: 'late', at: 5 }, { ...closed })).toMatchObject({ status: 409, code: 'closed' });
    expect(await post('plain', { note: 'late' }, { key: 'key-closed-02', ...closed })).toMatchObject({ status: 409 });
    expect(await post('plain', { note: 'early' }, { ...closed })).toMatchObject({ status: 200 });
  });

  test('has the engine’s message without one of its own', async () => {
    expect((await post('open', { note: 'late' })).body).toEqual({
      code: 'closed',
      message: runnerOn().messages.closed,
    });
  });

  test('is open for a page of an earlier version that lacks what the condition reads', async () => {
    expect(await post('own', { uid: 'c1', note: 'x' }, { closing: ['.', ['$', 'none'], 'a'] as never })).toMatchObject({
      status: 200,
    });
  });

  test('has its condition at its path', () => {
    const runner = runnerOn();
    expect(runner.conditionOf('/api/open')).toEqual(closing());
    expect([runner.conditionOf('/api/plain'), runner.conditionOf('/api/none')]).toEqual([null, null]);
  });
});

describe('a record with an owner', () => {
  test('belongs to the browser that sent it first, or repeats its key', async () => {
    const key = 'key-owner-01';
    const [granted] = (await post('own', { uid: 'o1', note: 'a' }, { key })).granted ?? [];
    expect(granted).toMatch(/^[\w-]{22}$/);
    const change = (note: string, more: Partial<IntakeRequest> = {}) => post('own', { uid: 'o1', note }, more);
    expect(await change('b')).toMatchObject({ status: 403, code: 'not-owner' });
    expect(await change('b', { key: 'key-owner-02', owner: ['A'.repeat(22)] })).toMatchObject({ status: 403 });
    expect((await change('a', { key })).granted).toEqual([granted]);
    expect(await change('b', { owner: [granted as string] })).toMatchObject({ status: 200, granted: [granted] });
    expect((await store.latest('owned', toSubject('o1')))?.data['note']).toBe('b');
  });

  test('is not stored again when somebody sends the same values, which grants nothing', async () => {
    await post('own', { uid: 'o2', note: 'a', at: 1 });
    const again = await post('own', { uid: 'o2', note: 'a', at: 2 });
    expect(again).toEqual({ status: 200, body: {}, headers: {} });
    expect(await store.of('owned', toSubject('o2'))).toHaveLength(1);
  });
});

describe('values that the server recomputes', () => {
  const uid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
  const lead = { name: 'Ana', email: 'ana@x.example', plan: 'full', uid, answers: [10, 0], at: 1 };

  test('are refused where they do not follow from the others, and stored where they do', async () => {
    expect(await post('leads', { ...lead, score: 51 })).toMatchObject({
      status: 422,
      body: { code: 'forged', message: 'The score is wrong.' },
    });
    expect(await post('leads', { ...lead, score: 50 })).toMatchObject({ status: 200, body: { uid, score: 50 } });
    expect(await stored('leads')).toMatchObject([{ score: 50, email: 'ana@x.example' }]);
  });

  test('belong to a subject that other records must know', async () => {
    expect(await post('known', { uid })).toMatchObject({ status: 200 });
    expect(await post('known', { uid: '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c19' })).toMatchObject({
      status: 404,
      body: { code: 'unknown', message: 'Who is this?' },
    });
  });
});

describe('a guarded intake', () => {
  const tooFast = () => ({ opened: protection.openings.issue(now - 2000) });
  const sent = (mail: string, more: Partial<IntakeRequest> = {}, runner = runnerOn()) =>
    post('guarded', { mail }, more, runner);
  const messagesOf = async (mail: string) => {
    const record = await store.latest('guarded', toSubject(mail));
    const messages = await store.deliveries.list({ recordId: record?.id as string });
    return {
      meta: record?.meta,
      messages: messages.map(({ delivery, status }) => `${delivery} ${status}`).sort(),
    };
  };

  test('sends the messages of a person, and tells which are on their way', async () => {
    const reply = await sent('one@x.example');
    expect(reply).toMatchObject({ status: 200, body: { crm: true, ads: true, late: false, gone: false } });
    expect(woken).toHaveLength(1);
    expect(await messagesOf('one@x.example')).toEqual({
      meta: { page: null },
      messages: ['ads waiting', 'crm waiting', 'gone unconfigured'],
    });
  });

  test('answers a machine like a person, and holds its messages but those without consent', async () => {
    const refusing = { consent: { choice: null, privacyControl: true, visitor: null } };
    const normal = await sent('two@x.example', refusing);
    const held = await sent('three@x.example', { ...refusing, trapped: true });
    expect({ ...held, body: null }).toEqual({ ...normal, body: null });
    expect(held.body).toEqual(normal.body);
    expect(await messagesOf('three@x.example')).toEqual({
      meta: { page: null, quarantine: 'honeypot', held: ['crm', 'gone'] },
      messages: ['ads withheld', 'crm withheld', 'gone withheld'],
    });
  });

  test('asks a suspicious sender who can prove itself to do so, which costs it nothing', async () => {
    const runner = runnerOn();
    const ready = { ...tooFast(), proof: 'ready', key: 'key-proof-001' };
    const visitor = (more: object) => ({ ...request(null), ...more });
    const mail = (n: number) => ({ mail: `p${n}@x.example` });
    const perform = async (n: number, more: object) =>
      (await runner.handle('POST', '/api/guarded', { ...visitor(more), body: mail(n) } as never)).status;
    expect(await perform(1, ready)).toBe(428);
    expect(await store.latest('guarded', toSubject('p1@x.example'))).toBeNull();
    expect([await perform(1, {}), await perform(2, {}), await perform(3, {}), await perform(4, {})]).toEqual([
      ...[200, 200, 200, 429],
    ]);
    expect(refused).toEqual(['unproven', 'rate-limited']);
  });

  test('stores with the messages for networks who sent them, and whether for marketing', async () => {
    const senders: unknown[] = [];
    const watched: Store = {
      ...store,
      submit(submission) {
        senders.push(submission.deliveries.map(({ sender }) => sender));
        return store.submit(submission);
      },
    };
    const runner = runnerOn(site, watched);
    const more = { userAgent: 'Test/1', cookie: '_fbp=fb.1.2.3; other=x' };
    await post('tracked', { mail: 'a@x.example' }, more, runner);
    const refusing = { consent: { choice: null, privacyControl: true, visitor: null } };
    await post('tracked', { mail: 'b@x.example' }, refusing, runner);
    const address = `203.0.113.${clients}`;
    expect(senders).toEqual([
      [null, { address, userAgent: 'Test/1', cookies: { _fbp: 'fb.1.2.3' }, marketing: true }],
      [null, { address, userAgent: null, cookies: {}, marketing: false }],
    ]);
  });

  test('holds what is too fast without a proof', async () => {
    expect(await sent('fast@x.example', tooFast())).toMatchObject({ status: 200 });
    expect((await messagesOf('fast@x.example')).meta).toMatchObject({ quarantine: 'too-fast' });
  });

  test('accepts an address of a person a few times per minute, from anywhere', async () => {
    const runner = runnerOn();
    const status = async (mail: string, address: string) => (await sent(mail, { address }, runner)).status;
    expect(await status('same@x.example', '198.51.100.1')).toBe(200);
    expect(await status(' Same@X.example', '198.51.100.2')).toBe(200);
    const limited = await sent('same@x.example', { address: '198.51.100.3' }, runner);
    expect(limited).toMatchObject({ status: 429, headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d?$/) } });
    expect(await status('else@x.example', '198.51.100.3')).toBe(200);
    now += 60_000;
    expect(await status('same@x.example', '198.51.100.3')).toBe(200);
  });

  test('cancels what waits of an earlier submission when the browser objects', async () => {
    const visitor = '0190a000-0000-7000-8000-000000000001';
    const signals = (privacyControl: boolean) => ({ consent: { choice: null, privacyControl, visitor } });
    await sent('first@x.example', signals(false));
    const waiting = (await messagesOf('first@x.example')).messages;
    expect(waiting).toEqual(['ads waiting', 'crm waiting', 'gone unconfigured']);
    await sent('second@x.example', signals(true));
    const after = (await messagesOf('first@x.example')).messages;
    expect(after).toEqual(['ads cancelled', 'crm waiting', 'gone unconfigured']);
  });
});
