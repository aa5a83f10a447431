/** Who reaches the studio: nobody from the public port, without a login, from another site, or after a session. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { user } from '../../../server/cli/user.ts';
import { sessionLimits } from '../../../server/studio/sessions.ts';
import { commandEnv, runFunnel } from '../../harness/funnel-command.ts';
import { startTestServer, type TestServer } from './running.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

type Headers = Readonly<Record<string, string>>;

let site: TestServer;
let time = Date.now();
const password = 'correct horse battery';

/** Sends exactly this request: `fetch` would set Host and Origin, and resolve dots in paths. */
const send = (port: number | null, method: string, path: string, headers: Headers = {}, body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const admin = (method: string, path: string, headers: Headers = {}, body = '') =>
  send(site.server.adminPort, method, path, headers, body);
const own = (): string => `http://127.0.0.1:${site.server.adminPort}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const logIn = (name: string, secret: string, headers: Headers = {}, to = '/studio/visits') =>
  admin(
    'POST',
    '/studio/login',
    { ...form, origin: own(), ...headers },
    String(new URLSearchParams({ name, password: secret, to })),
  );

const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';')[0] as string;

async function addUser(name: string, secret = password): Promise<number> {
  return await user(
    { positionals: ['add', name], switches: new Set(), values: {} },
    { out: () => {}, err: () => {}, colours: false },
    async () => secret,
  );
}

beforeAll(async () => {
  site = await startTestServer({ env: { ADMIN_PORT: '0' }, clock: () => time });
  for (const [name, value] of Object.entries(commandEnv(site.config))) process.env[name] = value;
  for (const name of ['ana', 'gone', 'slow']) expect(await addUser(name)).toBe(0);
});
afterAll(async () => {
  for (const name of Object.keys(commandEnv(site.config))) delete process.env[name];
  await site.stop();
});

describe('funnel user', () => {
  test('lists users without their passwords, and refuses weak passwords, taken and unknown names', async () => {
    const env = commandEnv(site.config);
    const { code, out } = await runFunnel(['user', 'list'], env);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ana {3}viewer {2}\d{4}-/)]);
    expect(out).not.toContain('scrypt');
    expect([await addUser('ana'), await addUser('short', 'elevenchars')]).toEqual([1, 1]);
    expect(await runFunnel(['user', 'remove', 'nobody'], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no user'),
    });
    expect((await runFunnel(['user', 'add', 'a b'], env)).code).toBe(2);
    expect((await runFunnel(['user', 'add', 'eve', '--role', 'root'], env)).err).toContain('viewer, editor');
    expect((await site.server.store.staff.users())[0]?.password).not.toContain(password);
  });
});

describe('a login', () => {
  test('begins a session in a cookie that scripts and other sites do not get, and leads where it began', async () => {
    const asked = await admin('GET', '/studio/visits?outcome=left');
    expect([asked.status, asked.headers['location']]).toEqual([
      303,
      '/studio/login?to=%2Fstudio%2Fvisits%3Foutcome%3Dleft',
    ]);
    const answer = await logIn('ana', password);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/studio/visits']);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^studio=[\w-]{43}; Path=\/studio; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(answer);
    const me = await admin('GET', '/studio/api/me', { cookie });
    expect([me.status, JSON.parse(me.body)]).toEqual([200, { name: 'ana', role: 'viewer' }]);
    expect(me.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      ),
    });
    // The store has only a hash of the id.
    expect(await site.server.store.staff.session(cookie.replace('studio=', ''))).toBeNull();
  });

  test('never leads to another site', async () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/studio/../api/leads',
      '/studio/\\evil',
      '/studio/%0d',
    ])
      expect((await admin('GET', `/studio/login?to=${encodeURIComponent(to)}`)).body).toContain(
        to === '/studio/%0d' ? 'value="/studio/%0d"' : 'value="/studio/"',
      );
  });

  test('is limited for a name, also with the right password', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await logIn('slow', attempt < 5 ? 'a wrong password' : password)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    time += 60_000;
    expect((await logIn('slow', password)).status).toBe(303);
  });

  test('is Secure where staff use https, and then takes that origin', async () => {
    const secure = await startTestServer({ env: { ADMIN_PORT: '0', ADMIN_URL: 'https://studio.example' } });
    const port = secure.server.adminPort;
    const headers = { ...form, host: 'studio.example', origin: 'https://studio.example' };
    await secure.server.store.staff.addUser({
      ...{ name: 'ana', role: 'editor', createdAt: 0 },
      password: (await site.server.store.staff.user('ana'))?.password ?? '',
    });
    const answer = await send(
      port,
      'POST',
      '/studio/login',
      headers,
      String(new URLSearchParams({ name: 'ana', password })),
    );
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([303, expect.stringContaining('; Secure')]);
    await secure.stop();
  });
});

test('a file that is no trace, and a visit or funnel that does not exist, are refused in words', async () => {
  time += 60_000;
  const headers = { cookie: cookieOf(await logIn('ana', password)), origin: own() };
  const answers = await Promise.all([
    admin('POST', '/studio/api/inspect', headers, 'no trace'),
    admin('GET', '/studio/api/visits/1f0k3q9z7m2x5c8v', headers),
    admin('GET', '/studio/api/flows/constructor', headers),
    admin('GET', '/studio/api/visits?page=-1', headers),
    admin('GET', '/studio/api/funnels', headers),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([422, 404, 404, 200, 200]);
  expect(answers[0]?.body).toContain('Line 1 is not JSON');
  expect(JSON.parse(answers[3]?.body ?? '')).toMatchObject({ visits: [], total: 0, page: 1, pages: 1 });
  const [funnel] = JSON.parse(answers[4]?.body ?? '').funnels;
  expect(funnel).toMatchObject({ flow: expect.any(String), version: expect.any(String), errors: 0 });
});

test('40 hostile requests are refused', async () => {
  time += 60_000;
  const cookie = cookieOf(await logIn('ana', password));
  const ended = cookieOf(await logIn('ana', password));
  expect((await admin('POST', '/studio/logout', { cookie: ended, origin: own() })).status).toBe(303);
  const removed = cookieOf(await logIn('gone', password));
  expect((await admin('GET', '/studio/api/me', { cookie: removed })).status).toBe(200);
  expect((await runFunnel(['user', 'remove', 'gone'], commandEnv(site.config))).code).toBe(0);
  const { port } = site.server;
  const me = '/studio/api/me';
  const good = String(new URLSearchParams({ name: 'ana', password }));
  const post = { ...form, origin: own() };
  const evil = { origin: 'https://evil.example' };
  /** Each request with the statuses that refuse it. */
  const hostile: readonly (readonly [answer: Promise<Answer>, ...refusals: number[]])[] = [
    // The public port has no studio, with or without a session.
    ...['/studio', '/studio/x', '/studio/login', me, '/studio/assets/x.js'].map(
      (path) => [send(port, 'GET', path, { cookie }), 404] as const,
    ),
    [send(port, 'POST', '/studio/login', post, good), 404, 405],
    // Without a login.
    [admin('GET', '/studio/'), 303],
    [admin('GET', '/studio/visits/abc'), 303],
    [admin('GET', me), 401],
    [admin('GET', '/studio/api/visits'), 401],
    [admin('POST', '/studio/api/inspect', { origin: own() }, '{}'), 401],
    [admin('GET', '/studio/assets/studio.js'), 401],
    [admin('GET', '/studio/api/preview/lead?screen=form'), 401],
    [admin('GET', '/studio/api/versions'), 401],
    [admin('POST', '/studio/api/inspect/continue', { origin: own() }, '{}'), 401],
    // A cookie that is no session.
    [admin('GET', me, { cookie: 'studio=' }), 401],
    [admin('GET', me, { cookie: `studio=${'a'.repeat(43)}` }), 401],
    [admin('GET', me, { cookie: `studio=${'a'.repeat(5000)}` }), 401],
    [admin('GET', me, { cookie: "studio=' or 1=1 --" }), 401],
    [admin('GET', me, { cookie: cookie.replace('studio=', 'Studio=') }), 401],
    [admin('GET', me, { authorization: `Bearer ${cookie.slice(7)}` }), 401],
    // A session that has ended, or whose user was removed.
    [admin('GET', me, { cookie: ended }), 401],
    [admin('GET', '/studio/', { cookie: ended }), 303],
    [admin('GET', me, { cookie: removed }), 401],
    // From another site.
    [admin('POST', '/studio/login', { ...form, ...evil }, good), 403],
    [admin('POST', '/studio/login', { ...form, origin: 'null' }, good), 403],
    [admin('POST', '/studio/login', form, good), 403],
    [admin('POST', '/studio/logout', { cookie, ...evil }), 403],
    [admin('POST', '/studio/logout', { cookie }), 403],
    [admin('POST', '/studio/logout', { cookie, origin: own(), 'sec-fetch-site': 'same-site' }), 403],
    [admin('GET', me, { cookie, 'sec-fetch-site': 'cross-site' }), 403],
    [admin('GET', me, { cookie, ...evil }), 403],
    [admin('GET', '/studio/api/preview/lead?screen=form', { cookie, 'sec-fetch-site': 'cross-site' }), 403],
    // A name that another site lets point to this machine.
    [admin('GET', me, { cookie, host: 'evil.example' }), 421],
    [admin('GET', '/studio/login', { host: `evil.example:${site.server.adminPort}` }), 421],
    [admin('GET', '/studio/login', { host: 'localhost.evil.example' }), 421],
    [admin('GET', '/studio/login', { host: 'user@localhost' }), 421],
    // Other files.
    [admin('GET', '/studio/assets/../../../package.json', { cookie }), 404],
    [admin('GET', '/studio/assets/..%2f..%2f..%2fpackage.json', { cookie }), 404],
    [admin('GET', '/studio/../studio/x', { cookie }), 404],
    [admin('GET', '/studio/%2e%2e/metrics', { cookie }), 404],
    // Other methods.
    [admin('DELETE', me, { cookie, origin: own() }), 405],
    [admin('PUT', '/studio/login', post, good), 405],
    [admin('GET', '/studio/logout', { cookie }), 405],
    // Bodies that are no login, and a wrong one.
    [admin('POST', '/studio/login', { ...post, 'content-type': 'application/json' }, '{"name":"ana"}'), 400],
    [admin('POST', '/studio/login', post, 'a'.repeat(5000)), 400],
    [admin('POST', '/studio/login', post, good.replace('correct', 'wrong')), 401],
  ];
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  const found = await Promise.all(
    hostile.map(async ([answer, ...refusals], index) => {
      const { status, headers, body } = await answer;
      const isRefused = refusals.includes(status) && headers['set-cookie'] === undefined && !body.includes('"role"');
      return isRefused ? [] : [`request ${index}: ${status}`];
    }),
  );
  expect(found.flat()).toEqual([]);
  expect((await admin('GET', me, { cookie })).status).toBe(200);
  // Idle for too long, then too old although it is used.
  time += sessionLimits.idle;
  expect((await admin('GET', me, { cookie })).status).toBe(401);
  const used = cookieOf(await logIn('ana', password));
  for (let passed = 0; passed < sessionLimits.age; passed += sessionLimits.idle / 2) {
    expect((await admin('GET', me, { cookie: used })).status).toBe(200);
    time += sessionLimits.idle / 2;
  }
  expect((await admin('GET', me, { cookie: used })).status).toBe(401);
});
