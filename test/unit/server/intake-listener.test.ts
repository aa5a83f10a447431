/** Intakes over HTTP: what they read from a request about its sender, and the headers of the response. A real server and SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { createIntakeListener } from '../../../server/intakes/listener.ts';
import { createOwners } from '../../../server/intakes/owner.ts';
import type { IntakeRequest, UnreadRequest } from '../../../server/intakes/request.ts';
import { createIntakeRunner, type IntakeRunner } from '../../../server/intakes/runner.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Store } from '../../../server/store/types.ts';
import { baseWith, load } from '../load/fixtures.ts';

const api = `api: more
intakes:
  note:
    post: /api/note
    input: { note: { type: text } }
    records: notes
    lookupBy: note
    rateLimit: 2
  own:
    post: /api/own
    input: { uid: { type: text } }
    records: owned
    lookupBy: uid
    ownerOnly: true
    rateLimit: 2
  seek:
    get: /api/seek
    input: { note: { type: text } }
    records: notes
    lookupBy: note
    rateLimit: 2
`;

let site: SiteDefinition;
let folder: string;
let store: Store;
let server: Server;
let url: string;
let runner: IntakeRunner;
let other: IntakeRunner | null;
let foreign: boolean;
let handled: (IntakeRequest | UnreadRequest)[];

beforeAll(async () => {
  site = load(baseWith({ 'more.api.yaml': api })).site as SiteDefinition;
  folder = mkdtempSync(join(tmpdir(), 'listener-'));
  store = await openSqliteStore({ dir: folder });
  const listener = createIntakeListener({
    choose: () => ({ drawn: runner, own: other ?? runner }),
    trustProxy: 1,
    isForeign: () => foreign,
  });
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://x');
    void listener(request, response, pathname, search.slice(1));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const runnerOf = (definition: SiteDefinition): IntakeRunner => {
  const made = createIntakeRunner({
    site: definition,
    store,
    limits: createRateLimit(),
    owners: createOwners(Buffer.from('secret')),
  });
  return {
    ...made,
    handle(method, path, request) {
      handled.push(request);
      return made.handle(method, path, request);
    },
  };
};
beforeEach(() => {
  [handled, foreign, other, runner] = [[], false, null, runnerOf(site)];
});

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const note = { note: 'a' };

describe('a request', () => {
  test('passes on its sender, its page and the signals of its visitor', async () => {
    const reply = await send('/api/note', note, {
      ...{ 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Test/1', referer: `${url}/quiz?src=ad` },
      ...{ cookie: `owner=${'A'.repeat(22)}`, 'visit-id': '0123456789', 'sec-gpc': '1' },
      ...{ 'form-trap': '1', 'form-opened': 'then', 'form-proof': 'ready', 'idempotency-key': ' "key-quoted-01" ' },
    });
    expect(reply.status).toBe(200);
    const [request] = handled;
    expect(request).toMatchObject({
      ...{ address: '203.0.113.9', page: '/quiz', userAgent: 'Test/1', visitId: '0123456789' },
      ...{ owner: ['A'.repeat(22)], cookie: `owner=${'A'.repeat(22)}`, key: 'key-quoted-01', closing: null },
      ...{ trapped: true, opened: 'then', proof: 'ready', consent: { privacyControl: true } },
    });
    expect(request?.source?.host).toBe(new URL(url).host);
    expect(request?.source?.landing()).toEqual({ path: '/quiz', query: { src: 'ad' }, referrer: '' });
  });

  test('may lack all of these', async () => {
    await send('/api/note', note);
    expect(handled[0]).toMatchObject({
      ...{ address: '127.0.0.1', page: null, owner: [], cookie: null, key: null, visitId: null },
      ...{ trapped: false, opened: null, proof: null, consent: { privacyControl: false } },
    });
    expect(handled[0]?.source?.landing()).toBeNull();
  });

  test.each([
    ['key-bare-0001', 'key-bare-0001'],
    ['"key-quoted-01"', 'key-quoted-01'],
    ['"half', '"half'],
    ['x"key"', 'x"key"'],
    ['"key"x', '"key"x'],
  ])('has the key %s as %s', async (header, key) => {
    await send('/api/note', note, { 'idempotency-key': header });
    expect(handled[0]?.key).toBe(key);
  });

  test('of a page that an earlier version drew is judged by the condition of now, too', async () => {
    const closed = { ...site.intakes['note'], when: false } as never;
    other = runnerOf({ ...site, intakes: { ...site.intakes, note: closed } });
    const reply = await send('/api/note', note);
    expect([reply.status, handled[0]?.closing]).toEqual([409, false]);
  });

  test('is limited by its address, before and after it is read', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (const [path, body] of [
      ['/api/note', note],
      ['/api/own', { uid: 'l1' }],
    ] as const) {
      const statuses: number[] = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await send(path, body, from('203.0.113.20'))).status);
      expect(statuses).toEqual([200, 200, 429]);
      const limited = await send(path, body, from('203.0.113.20'));
      expect(limited.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      expect((await send(path, body, from('203.0.113.21'))).status).toBe(200);
    }
    const seen: number[] = [];
    for (let n = 0; n < 3; n += 1)
      seen.push((await fetch(`${url}/api/seek?note=none`, { headers: from('203.0.113.22') })).status);
    expect(seen).toEqual([404, 404, 429]);
  });
});

describe('a refused request', () => {
  test.each<[string, string, RequestInit, number, string | null]>([
    ['to no intake', '/api/none', {}, 404, null],
    ['with another method', '/api/note', { method: 'PUT' }, 405, 'POST'],
    ['that reads what is posted', '/api/note', {}, 405, 'POST'],
    ['that posts what is read', '/api/seek', { method: 'POST', body: '{}' }, 405, 'GET, HEAD'],
    ['that is no JSON', '/api/note', { method: 'POST', body: '{' }, 415, null],
  ])('%s', async (_, path, init, status, allow) => {
    const reply = await fetch(`${url}${path}`, init);
    expect([reply.status, reply.headers.get('allow')]).toEqual([status, allow]);
  });

  test('comes from another site', async () => {
    foreign = true;
    const reply = await send('/api/note', note);
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([403, 'cross-site']);
    expect(handled).toEqual([]);
  });

  test('is too large, and ends its connection', async () => {
    const reply = await send('/api/note', { note: 'x'.repeat(40_000) });
    expect([reply.status, reply.headers.get('connection')]).toEqual([413, 'close']);
    expect((await send('/api/note', '{')).status).toBe(400);
  });
});

describe('a response', () => {
  test('is never cached, and grants the key of a subject', async () => {
    const reply = await send('/api/own', { uid: 'r1' });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('connection')).not.toBe('close');
    expect(reply.headers.get('strict-transport-security')).toBeNull();
    expect(reply.headers.get('set-cookie')).toMatch(/^owner=[\w-]{22}; /);
    expect((await send('/api/note', note)).headers.get('set-cookie')).toBeNull();
  });

  test('over https asks for https again, and secures the cookie', async () => {
    const reply = await send('/api/own', { uid: 'r2' }, { 'x-forwarded-proto': 'https' });
    expect(reply.headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
    expect(reply.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  test('to HEAD is that to GET', async () => {
    const reply = await fetch(`${url}/api/seek?note=none`, { method: 'HEAD' });
    expect([reply.status, handled[0]]).toMatchObject([404, { body: { note: 'none' } }]);
  });
});
