/**
 * What a shared cache, such as a CDN, may store of the site. Every page and every file that it refers to is requested
 * by two visitors who differ in everything that a request can contain.
 */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { publicPaths } from '../harness/public-paths.ts';

const paths = await publicPaths();

let server: HostedSite;
beforeAll(async () => {
  server = await hostSite({ env: { NODE_ENV: 'production', SHARED_CACHE_SECONDS: '300' } });
});
afterAll(() => server.remove());

/** Values that no shared response may contain. */
const planted = ['plantedana', 'plantedbia', '203.0.113.7', '198.51.100.9'];

const visitors = [
  {
    query: '?src=plantedana&utm_source=plantedana&nome=plantedana&email=plantedana%40x.example&fbclid=plantedana',
    headers: {
      cookie: 'owner=plantedana; session=plantedana',
      referer: 'https://plantedana.example/plantedana?nome=plantedana',
      'user-agent': 'plantedana (iPhone)',
      'accept-language': 'pt-BR',
      'x-forwarded-for': '203.0.113.7',
      'x-request-id': 'plantedana-request',
      'visit-id': 'plantedanavisit',
      'save-data': 'on',
      ect: '2g',
    },
  },
  {
    query: '?src=plantedbia&page=2',
    headers: {
      cookie: 'owner=plantedbia',
      referer: 'https://plantedbia.example/',
      'user-agent': 'plantedbia (Windows)',
      'accept-language': 'en',
      'x-forwarded-for': '198.51.100.9',
      'x-request-id': 'plantedbia-request',
      'visit-id': 'plantedbiavisit',
      'device-memory': '0.5',
      ect: '4g',
    },
  },
] as const;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A request as a cache sends it. `fetch` would add `Cache-Control: no-cache` to a condition. */
function answerTo(
  path: string,
  visitor: (typeof visitors)[number],
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { ...visitor.headers, 'accept-encoding': 'br', ...more };
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path + visitor.query, { headers }, async (reply) => {
      const body = (await buffer(reply)).toString('latin1');
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers as Record<string, string>, body });
    });
    sent.on('error', reject).end();
  });
}

/** Asserts that a shared cache may give one visitor the response to another. */
async function expectShareable(path: string): Promise<string> {
  const [first, second] = (await Promise.all(visitors.map((visitor) => answerTo(path, visitor)))) as [Answer, Answer];
  const { date: _, ...headers } = first.headers;
  expect({ ...second, headers: { ...second.headers, date: undefined } }, path).toEqual({
    ...first,
    headers: { ...headers, date: undefined },
  });
  expect(first.status, path).toBe(200);
  expect(first.headers, path).not.toHaveProperty('set-cookie');
  // A cache stores a copy per value of these headers, so none may differ between visitors.
  expect(first.headers['vary'] ?? 'Accept-Encoding', path).toBe('Accept-Encoding');
  expect(first.headers['etag'], path).toMatch(/^(W\/)?"[^"]+"$/);
  const known = await answerTo(path, visitors[1], { 'if-none-match': first.headers['etag'] as string });
  expect([known.status, known.body], path).toEqual([304, '']);
  const text = JSON.stringify(first.headers) + first.body;
  for (const value of planted) expect(text, path).not.toContain(value);
  return first.body;
}

/** The addresses of this site that a page refers to. */
const filesOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href|poster|content)="([^"]+)"|srcset="([^"]+)"/gi)]
    .flatMap(([, address, set]) => address ?? (set ?? '').split(',').map((part) => part.trim().split(' ')[0] ?? ''))
    .map((address) => address.replaceAll('&amp;', '&').replace(server.url, ''))
    .filter((address) => /^\/(_f|assets|favicon|apple|manifest)/.test(address) || /^\/[\w-]+\.ics$/.test(address));

const files = new Set<string>();

describe('every page', () => {
  test.each(paths)('%s is the same for everybody', async (path) => {
    const { headers } = await answerTo(path, visitors[0]);
    expect(headers['cache-control']).toMatch(
      /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/,
    );
    await expectShareable(path);
    const html = await (await fetch(server.url + path)).text();
    for (const file of filesOf(html)) files.add(file);
  });
});

test('every file that pages refer to is the same for everybody, or only browsers may store it', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/favicon.ico', '/manifest.webmanifest']) files.add(path);
  expect(files.size).toBeGreaterThan(50);
  let shared = 0;
  for (const path of files) {
    const { headers, status } = await answerTo(path, visitors[0]);
    expect([path, status]).toEqual([path, 200]);
    expect(headers, path).not.toHaveProperty('set-cookie');
    if (!/^public\b/.test(headers['cache-control'] ?? '')) {
      expect(headers['cache-control'], path).toMatch(/^(private|no-store)/);
      continue;
    }
    shared += 1;
    await expectShareable(path);
  }
  expect(shared).toBeGreaterThan(30);
});

test('a page of one visitor, and every error, is stored by nobody', async () => {
  for (const path of ['/resultado', '/identificacao', '/nao-existe', '/_f/nao-existe', '/api/nao-existe']) {
    const { headers } = await answerTo(path, visitors[0]);
    expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
  }
});
