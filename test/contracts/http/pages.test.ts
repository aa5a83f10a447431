import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copySite, startTestServer, type TestServer } from './running.ts';

const unlisted = 'noindex';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

let site: TestServer;
beforeAll(async () => {
  const funnels = await copySite('http');
  await mkdir(join(funnels, 'built'));
  await writeFile(join(funnels, 'built/flow-abc123.js'), `export const word = '${'x'.repeat(400)}';`);
  await writeFile(join(funnels, 'built/flow-abc123.js.br'), 'precompressed');
  await writeFile(join(funnels, 'built/notes.txt'), 'not for browsers');
  await writeFile(join(funnels, 'quiz/assets/foto.png'), onePixel);
  await symlink('/etc/passwd', join(funnels, 'quiz/assets/link.svg'));
  site = await startTestServer({ funnels });
});
afterAll(() => site.stop());

/** A request with a raw path and raw headers. */
function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = ask({ host: '127.0.0.1', port: site.server.port, path, method, headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers as Record<string, string | undefined>,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject).end();
  });
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inner = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map((match) => match[1] as string);

describe('a page', () => {
  test('is rendered, with security headers', async () => {
    const reply = await site.get('/');
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('Primeira versão.');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      vary: 'Accept-Encoding',
    });
    for (const absent of ['x-powered-by', 'strict-transport-security', 'x-robots-tag'])
      expect(reply.headers.get(absent)).toBeNull();
  });

  test('allows only its own inline scripts and styles', async () => {
    const reply = await site.get('/');
    const policy = Object.fromEntries(
      (reply.headers.get('content-security-policy') ?? '')
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
    );
    const html = await reply.text();
    expect(policy['script-src']).toEqual(["'self'", ...inner(html, 'script').map(hashOf)]);
    expect(policy['style-src']).toEqual([
      "'self'",
      ...inner(html, 'style').map(hashOf),
      "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    ]);
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'object-src': ["'none'"],
      'img-src': ["'self'", 'data:'],
    });
  });

  test('comes in the client’s preferred encoding, each with its own tag', async () => {
    const [plain, br, zipped] = await Promise.all([
      raw('/'),
      raw('/', { 'accept-encoding': 'gzip, br' }),
      raw('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' }),
    ]);
    expect([
      plain.headers['content-encoding'],
      br.headers['content-encoding'],
      zipped.headers['content-encoding'],
    ]).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(new Set([plain, br, zipped].map((reply) => reply.headers['etag'])).size).toBe(3);
    expect(br.headers['etag']).toMatch(/^"[\w-]+-br"$/);
  });

  test('is not sent again to a client that has it', async () => {
    const first = await raw('/', { 'accept-encoding': 'br' });
    const tag = first.headers['etag'] as string;
    const again = await raw('/', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${tag}` });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, tag]);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect((await raw('/', { 'if-none-match': tag })).status).toBe(200);
  });

  test('responds to HEAD as to GET, without a body', async () => {
    const [get, head] = await Promise.all([raw('/'), raw('/', {}, 'HEAD')]);
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      get.headers['content-length'],
    ]);
  });

  test('allows no other method', async () => {
    const reply = await site.post('/', {});
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('is the same under all of its paths, and rendered once', async () => {
    const [canonical, other] = await Promise.all([site.get('/'), site.get('/inicio')]);
    expect(await other.text()).toBe(await canonical.text());
    expect(site.renderer.drawn.filter((page) => page === 'home')).toHaveLength(1);
  });

  test('that is hidden has a noindex header', async () => {
    expect((await site.get('/sobre')).headers.get('x-robots-tag')).toBe(unlisted);
  });

  test('sends Strict-Transport-Security only over https', async () => {
    expect((await site.get('/', { 'x-forwarded-proto': 'https' })).headers.get('strict-transport-security')).toBeNull();
    const behind = await startTestServer({ env: { TRUST_PROXY: '1' } });
    try {
      expect(
        (await behind.get('/', { 'x-forwarded-proto': 'https' })).headers.get('strict-transport-security'),
      ).toMatch(/^max-age=\d+/);
      expect((await behind.get('/')).headers.get('strict-transport-security')).toBeNull();
    } finally {
      await behind.stop();
    }
  });
});

describe('an unknown path', () => {
  test('shows the not-found page', async () => {
    const reply = await site.get('/nada');
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('Este endereço não existe.');
    expect([reply.headers.get('cache-control'), reply.headers.get('x-robots-tag')]).toEqual(['no-store', unlisted]);
  });

  test.each([
    '/constructor',
    '/__proto__',
    '/%E0%A4%A',
    '/..%2f..%2fetc/passwd',
    '/QUIZ',
    '//outro.example',
    '/\\outro.example',
  ])('%s gets a 404', async (path) => {
    expect((await raw(path)).status).toBe(404);
  });

  test('redirects to the path without a trailing slash', async () => {
    const reply = await raw('/sobre/?a=1');
    expect([reply.status, reply.headers['location']]).toEqual([301, '/sobre?a=1']);
  });

  test.each(['//outro.example/', '/\\outro.example/', '///'])('never redirects to another host: %s', async (path) => {
    expect((await raw(path)).status).toBe(404);
  });

  test('redirects home if the site says so, and is logged without its path', async () => {
    const funnels = await copySite('http');
    const file = join(funnels, 'site.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('notFound: page', 'notFound: redirect'));
    const other = await startTestServer({ funnels });
    try {
      const reply = await other.get('/maria@x.example');
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/']);
      expect(other.logged().some((line) => line['event'] === 'unknown-path' && line['to'] === '/')).toBe(true);
      expect(other.logText()).not.toContain('maria');
    } finally {
      await other.stop();
    }
  });
});

describe('a step of a flow', () => {
  test('without a query or a fetch is cached like other pages', async () => {
    expect((await site.get('/quiz')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  const known = async () => {
    const uid = randomUUID();
    await site.post('/api/quiz/start', {
      uid,
      timestamp: 1,
      nome: 'Ana <b>',
      email: 'a@b.example',
      phone: '11987654321',
    });
    await site.post('/api/quiz/finish', { uid, answers: [10, 5], score: 75, level: 'ALTO', timestamp: 1 });
    return uid;
  };
  const logIn = (html: string) =>
    JSON.parse(/<script id="funnel-session" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as {
      input: Record<string, unknown>;
      events: { event: { type: string } }[];
    };

  test('that fetches data is rendered per visitor, and never cached', async () => {
    const uid = await known();
    const reply = await site.get(`/quiz/resultado?uid=${uid}&nome=Intruso&fbclid=abc`);
    const html = await reply.text();
    expect(reply.status).toBe(200);
    expect(html).toContain('Você fez 75 pontos');
    expect([reply.headers.get('cache-control'), reply.headers.get('etag'), reply.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      null,
      unlisted,
    ]);
    const log = logIn(html);
    expect(log.input).toMatchObject({ screen: 'resultado', query: { uid }, saved: {} });
    expect(log.events.map(({ event }) => event.type)).toEqual(['DONE', 'DONE']);
    expect(html).not.toContain('Intruso');
    expect(html).not.toContain('fbclid');
  });

  test('draws a value once for each visitor', async () => {
    const answers = encodeURIComponent('[10,5]');
    const uids = await Promise.all(
      [1, 2].map(
        async () =>
          (logIn(await (await site.get(`/quiz/pessoa?answers=${answers}`)).text()).input['ids'] as { uid: string }).uid,
      ),
    );
    expect(uids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(uids[0]).not.toBe(uids[1]);
  });

  test.each([
    ['/quiz/pessoa', 'Erro: Sem respostas.'],
    ['/quiz/pessoa?answers=%5B1%5D', 'Erro: Respostas ilegíveis.'],
    ['/quiz/resultado', 'Erro: Sem identificação.'],
  ])('without its parameters (%s) shows the fallback step with its message', async (path, toast) => {
    const html = await (await site.get(path)).text();
    expect(html).toContain(toast);
    expect(html).toContain('data-path="/quiz" data-step="inicio"');
  });

  test('whose look-up finds nothing shows the message', async () => {
    const html = await (await site.get(`/quiz/resultado?uid=${randomUUID()}`)).text();
    expect(html).toContain('O resultado não foi encontrado.');
    expect(logIn(html).events[0]?.event).toMatchObject({
      type: 'FAILED',
      error: { message: 'Resultado desconhecido.', status: 404 },
    });
  });

  test('has a rate limit per address', async () => {
    const other = await startTestServer({ clock: () => 1_700_000_000_000 });
    try {
      const replies = await Promise.all(Array.from({ length: 125 }, () => other.get('/quiz/resultado')));
      const late = replies.filter((reply) => reply.status === 429);
      expect(late).toHaveLength(5);
      expect(late[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await other.stop();
    }
  });
});

describe('files', () => {
  test('of the build are immutable, and sent as they were compressed', async () => {
    const reply = await raw('/_f/assets/flow-abc123.js', { 'accept-encoding': 'br' });
    expect([reply.status, reply.headers['cache-control'], reply.headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ]);
    expect(reply.body.toString()).toBe('precompressed');
    expect((await raw('/_f/assets/flow-abc123.js')).body.toString()).toContain('export const word');
  });

  test.each([
    '/_f/assets/notes.txt',
    '/_f/assets/..%2fsite.yaml',
    '/_f/assets/flow-abc123.js.br',
    '/_f/flows/quiz.0000000000000000.json',
    '/_f/nada',
    '/_f/',
  ])('are not served at other paths: %s', async (path) => {
    expect((await raw(path)).status).toBe(404);
  });

  test('include bundles under the hash of their content', async () => {
    const html = await (await site.get('/quiz')).text();
    const address = /data-bundles="([^" ]+)/.exec(html)?.[1] as string;
    expect(address).toMatch(/^\/_f\/flows\/quiz\.[0-9a-f]{16}\.json$/);
    const reply = await raw(address, { 'accept-encoding': 'gzip' });
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    expect(JSON.parse(gunzipSync(reply.body).toString())).toMatchObject({
      flow: { flow: 'quiz' },
      site: { formMessages: { tooLong: 'Este texto é longo demais.' } },
    });
  });

  test('in an assets folder are cached for an hour', async () => {
    const reply = await raw('/assets/quiz/assets/logo.svg');
    expect(reply.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=600',
    });
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
    expect(
      (await raw('/assets/quiz/assets/logo.svg', { 'if-none-match': reply.headers['etag'] as string })).status,
    ).toBe(304);
    expect((await raw('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
  });

  test.each([
    '/assets/site.yaml',
    '/assets/quiz/quiz.flow.yaml',
    '/assets/quiz/assets/notas.txt',
    '/assets/quiz/assets/../quiz.flow.yaml',
    '/assets/quiz/assets/%2e%2e/%2e%2e/site.yaml',
    '/assets/quiz/assets/..%2f..%2fsite.yaml',
    '/assets/quiz/assets/link.svg',
    '/assets/quiz/assets/nada.svg',
    '/assets/quiz/assets/%00.svg',
    '/assets/quiz/assets',
    '/assets/',
  ])('outside of it are not served: %s', async (path) => {
    expect((await raw(path)).status).toBe(404);
  });
});

describe('a condition or a range', () => {
  const logo = '/assets/quiz/assets/logo.svg';
  const built = '/_f/assets/flow-abc123.js';
  const picture = '/assets/quiz/assets/foto.png';

  test('that cannot be met does not mean a missing file', async () => {
    const whole = await raw(picture);
    expect([whole.status, whole.body.length]).toEqual([200, 68]);
    const beyond = await raw(picture, { range: 'bytes=1000-' });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['content-type']]).toEqual([
      416,
      'bytes */68',
      undefined,
    ]);
    expect((await raw(picture, { range: 'bytes=0-3' })).status).toBe(206);
    for (const headers of [{ 'if-match': '"other"' }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }]) {
      const failed = await raw(picture, headers);
      expect([headers, failed.status, failed.body.length]).toEqual([headers, 412, 0]);
    }
  });

  test.each([logo, built, '/', '/robots.txt'])('%s: If-Match', async (path) => {
    const { headers } = await raw(path);
    const tag = headers['etag'] as string;
    const statusFor = async (value: string) => (await raw(path, { 'if-match': value })).status;
    expect([await statusFor(tag), await statusFor('*'), await statusFor(`"a", ${tag}`)]).toEqual([200, 200, 200]);
    expect([await statusFor('"other"'), await statusFor(`W/${tag}`)]).toEqual([412, 412]);
  });

  test('for a missing file keeps the content type of the error', async () => {
    const reply = await raw('/assets/quiz/assets/nada.png');
    expect([reply.status, reply.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

test.each([
  ['/robots.txt', 'GET, HEAD'],
  ['/sitemap.xml', 'GET, HEAD'],
  ['/favicon.svg', 'GET, HEAD'],
  ['/healthz', 'GET, HEAD'],
  ['/assets/quiz/assets/logo.svg', 'GET, HEAD'],
  ['/_f/assets/flow-abc123.js', 'GET, HEAD'],
  ['/calendario/oficina.ics', 'GET, HEAD'],
])('%s allows no POST', async (path, allow) => {
  const reply = await site.post(path, {});
  expect([reply.status, reply.headers.get('allow'), ((await reply.json()) as { code: string }).code]).toEqual([
    405,
    allow,
    'method-not-allowed',
  ]);
});

test('a calendar file keeps its tag while its event stays the same', async () => {
  const first = await raw('/calendario/oficina.ics');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const second = await raw('/calendario/oficina.ics');
  expect([second.headers['etag'], second.body]).toEqual([first.headers['etag'], first.body]);
  const tag = first.headers['etag'] as string;
  expect((await raw('/calendario/oficina.ics', { 'if-none-match': tag })).status).toBe(304);
});

describe('search engines', () => {
  test('get the listed pages in the site map, under their first path', async () => {
    const reply = await site.get('/sitemap.xml');
    expect(reply.headers.get('content-type')).toContain('application/xml');
    expect([...(await reply.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
      'https://casa.example/',
      'https://casa.example/quiz',
      'https://casa.example/quiz/perguntas',
    ]);
  });

  test('get the date of each page’s last content change: no restart, style or other page counts', async () => {
    const funnels = await copySite('http');
    const dataDir = await mkdtemp(join(tmpdir(), 'dates-'));
    let now = Date.parse('2026-11-22T10:00:00.500Z');
    const start = () => startTestServer({ funnels, clock: () => now, env: { DATA_DIR: dataDir } });
    const datesOf = async (server: TestServer) =>
      Object.fromEntries(
        [...(await (await server.get('/sitemap.xml')).text()).matchAll(/example([^<]*)<\/loc><lastmod>(.*?)</g)].map(
          ([, path, date]) => [path, date],
        ),
      );
    const edit = async (file: string, from: string, to: string) => {
      const path = join(funnels, file);
      const text = await readFile(path, 'utf8');
      const edited = text.replace(from, to);
      expect(edited).not.toBe(text);
      await writeFile(path, edited);
    };
    const first = await start();
    const published = '2026-11-22T10:00:00Z';
    expect(await datesOf(first)).toEqual({ '/': published, '/quiz': published, '/quiz/perguntas': published });
    now += 3_600_000;
    await edit('site.yaml', 'Casa de Teste', 'Casa de Provas');
    expect(await first.server.definitions.reload()).toBe(true);
    expect((await datesOf(first))['/']).toBe(published);
    await edit('geral/home.page.yaml', 'Primeira versão.', 'Segunda versão.');
    await first.server.definitions.reload();
    expect(await datesOf(first)).toMatchObject({ '/': '2026-11-22T11:00:00Z', '/quiz': published });
    await first.server.stop(2000);
    now += 3_600_000;
    const second = await start();
    expect(await datesOf(second)).toMatchObject({ '/': '2026-11-22T11:00:00Z', '/quiz': published });
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('find the site map through robots.txt', async () => {
    expect(await (await site.get('/robots.txt')).text()).toContain('Sitemap: https://casa.example/sitemap.xml');
  });

  test('see SITE_URL as the site’s address', async () => {
    const other = await startTestServer({ env: { SITE_URL: 'https://teste.example' } });
    try {
      expect(await (await other.get('/sitemap.xml')).text()).toContain('<loc>https://teste.example/quiz</loc>');
    } finally {
      await other.stop();
    }
  });
});
