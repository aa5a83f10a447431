/** Pages behind a shared cache: how long it may keep them, and the call that tells it what changed. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageCaching } from '../../../server/http/caching.ts';
import { createLog } from '../../../server/log/log.ts';
import { changedPaths, createCachePurge } from '../../../server/pages/purge.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

interface Purge {
  readonly definition: string;
  readonly origin: string;
  readonly paths: string[];
  readonly urls: string[];
}

let cdn: Server;
let url: string;
let calls: { readonly purge: Purge; readonly authorization: string | undefined }[];
/** The statuses of the next replies; 200 afterwards. */
let statuses: number[];
let site: TestServer | null = null;

beforeEach(async () => {
  calls = [];
  statuses = [];
  cdn = createServer(async (request, response) => {
    calls.push({ purge: (await json(request)) as Purge, authorization: request.headers.authorization });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(cdn.address() as { port: number }).port}/purge`;
});
afterEach(async () => {
  await site?.stop();
  site = null;
  cdn.closeAllConnections();
  cdn.close();
});

async function edit(funnels: string, path: string, from: string, to: string): Promise<void> {
  const file = join(funnels, path);
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
}

describe('the purge hook', () => {
  test('gets every path at the first publication, then the changed ones only', async () => {
    const funnels = await copySite('http');
    site = await startTestServer({ funnels, env: { PURGE_URL: url, PURGE_TOKEN: 'cdn-token' } });
    await until(() => calls.length === 1);
    expect(calls[0]?.purge.paths).toEqual(expect.arrayContaining(['/', '/quiz', '/sobre']));
    expect(calls[0]?.authorization).toBe('Bearer cdn-token');
    await edit(funnels, 'geral/home.page.yaml', 'Primeira', 'Segunda');
    await site.server.definitions.reload();
    await until(() => calls.length === 2);
    expect(calls[1]?.purge).toEqual({
      definition: site.server.definitions.current().site.hash,
      origin: 'https://casa.example',
      // The page has two paths.
      paths: ['/', '/inicio'],
      urls: ['https://casa.example/', 'https://casa.example/inicio'],
    });
    // By the time of the call the new page is served.
    expect(await (await site.get('/')).text()).toContain('Segunda');
  });

  test('is not called for an edit that changes no page, and not for a refused one', async () => {
    const funnels = await copySite('http');
    site = await startTestServer({ funnels, env: { PURGE_URL: url } });
    await until(() => calls.length === 1);
    await edit(funnels, 'quiz/quiz.api.yaml', 'basico, completo', 'basico, completo, total');
    expect(await site.server.definitions.reload()).toBe(true);
    await edit(funnels, 'geral/home.page.yaml', 'type:', 'typo:');
    expect(await site.server.definitions.reload()).toBe(false);
    await edit(funnels, 'geral/home.page.yaml', 'typo:', 'type:');
    await edit(funnels, 'geral/sobre.page.yaml', 'Um texto', 'Outro texto');
    await site.server.definitions.reload();
    await until(() => calls.length === 2);
    expect(calls[1]?.purge.paths).toEqual(['/sobre']);
  });

  test('that fails is called again, and visitors are served meanwhile', async () => {
    statuses = [500, 503];
    site = await startTestServer({ env: { PURGE_URL: url } });
    expect((await site.get('/')).status).toBe(200);
    await until(() => site?.logged().some(({ event }) => event === 'cache-purged') === true);
    expect(calls.map(({ purge }) => purge.paths.length)).toEqual([1, 1, 1].map(() => calls[0]?.purge.paths.length));
    expect(site.logged().filter(({ event }) => event === 'cache-purge-failed')).toMatchObject([
      { code: 'HTTP_500' },
      { code: 'HTTP_503' },
    ]);
  });

  test('gets what an earlier process could not send', async () => {
    site = await startTestServer();
    const file = join(site.config.dataDir, 'purged.json');
    const log = createLog({ level: 'info', write: () => {} });
    const publish = async (tags: Record<string, string>, failing = false): Promise<void> => {
      if (failing) statuses = [500];
      const purge = createCachePurge({ url, token: null, file, log, delays: [] });
      purge.announce({ definition: 'd', origin: 'https://x.example', tags });
      await purge.settled();
    };
    await publish({ '/': '1', '/a': '1' });
    await publish({ '/': '2', '/a': '1' }, true);
    await publish({ '/': '2', '/a': '2' });
    await publish({ '/': '2', '/a': '2' });
    expect(calls.map(({ purge }) => purge.paths)).toEqual([['/', '/a'], ['/'], ['/', '/a']]);
    expect(calls[0]?.authorization).toBeUndefined();
  });
});

test('changed paths are the new, the different and the removed ones', () => {
  expect(changedPaths({ '/a': '1', '/b': '1', '/c': '1' }, { '/a': '1', '/b': '2', '/d': '1' })).toEqual([
    '/b',
    '/c',
    '/d',
  ]);
});

describe('a shared cache', () => {
  const always = 'public, max-age=0, must-revalidate';

  test.each([
    [0, Number.POSITIVE_INFINITY, always],
    [600, Number.POSITIVE_INFINITY, 'public, max-age=0, s-maxage=600, stale-while-revalidate=60, stale-if-error=86400'],
    // An event begins in half a minute: nothing older than that is shown afterwards.
    [600, 30.7, 'public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=86400'],
    [600, 0.5, always],
    [600, -1, always],
  ])('may keep a page for %d s that is valid for %d s: %s', (shared, valid, header) =>
    expect(pageCaching(shared, valid)).toBe(header),
  );

  test('may keep pages only as configured, and never those of one visitor', async () => {
    site = await startTestServer({ env: { SHARED_CACHE_SECONDS: '300' } });
    const caching = async (path: string) => (await site?.get(path))?.headers.get('cache-control');
    expect(await caching('/')).toMatch(/^public, max-age=0, s-maxage=300, stale-while-revalidate=60/);
    expect(await caching('/quiz/resultado')).toBe('no-store');
    expect(await caching('/nao-existe')).toBe('no-store');
  });
});
