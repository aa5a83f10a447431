/** Documents are served to people with a valid link. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentLinks, judgeLink } from '../../../server/pdf/links.ts';
import { visitSecret } from '../../../server/visits/secret.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

const day = 24 * 60 * 60 * 1000;
let now = Date.parse('2026-11-20T12:10:00Z');
let site: TestServer;
let secret: Uint8Array;
let link: string;

beforeAll(async () => {
  const funnels = await copySite('http');
  await writeFile(
    join(funnels, 'guide.document.yaml'),
    'document: guide\ntitle: Guia\nfile: guia-completo.pdf\ndays: 30\nblocks: [{ type: chapter, title: Um }]\n',
  );
  await writeFile(
    join(funnels, 'book.document.yaml'),
    'document: book\ntitle: Livro\nrenew: https://site.example/outro\nblocks: [{ type: chapter, title: Um }]\n',
  );
  site = await startTestServer({ funnels, clock: () => now });
  secret = await visitSecret(site.config.dataDir, null);
  link = linkTo('guide');
});
afterAll(() => site?.stop());

const linkTo = (document: string): string =>
  documentLinks({ site: site.server.definitions.current().site, origin: '', secret, now })[document] ?? '';
const changed = (change: (query: URLSearchParams) => void): string => {
  const url = new URL(link, 'http://x');
  change(url.searchParams);
  return url.pathname + url.search;
};

describe('a valid link', () => {
  test('serves the file under its name, to nobody else and to no search engine', async () => {
    expect(link).toMatch(/^\/documents\/guide\/guia-completo\.pdf\?e=[0-9a-z]+&s=[\w-]{27}$/);
    const response = await site.get(link);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="guia-completo.pdf"',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'accept-ranges': 'bytes',
    });
    expect(await response.text()).toBe('%PDF-1.7 guide');
  });

  test('serves parts of it, and nothing that the client has', async () => {
    const part = await site.get(link, { range: 'bytes=5-7' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 5-7/14', '1.7']);
    const tail = await site.get(link, { range: 'bytes=-5' });
    expect([tail.status, await tail.text()]).toEqual([206, 'guide']);
    const beyond = await site.get(link, { range: 'bytes=99-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */14']);
    expect((await site.get(link, { range: 'bytes=0-1,4-5' })).status).toBe(200);
    expect((await site.get(link, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    const tag = (await site.get(link)).headers.get('etag') ?? '';
    expect((await site.get(link, { 'if-none-match': tag })).status).toBe(304);
    expect((await fetch(site.url + link, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(site.url + link, { method: 'POST' })).status).toBe(405);
  });

  test('is the same within an hour, so that a repeated e-mail has it too', () => {
    const facts = { site: site.server.definitions.current().site, origin: '', secret };
    expect(documentLinks({ ...facts, now: now + 40 * 60 * 1000 })['guide']).toBe(link);
  });
});

describe('any other link', () => {
  test.each([
    ['a changed expiry', () => changed((query) => query.set('e', `${query.get('e') ?? ''}0`))],
    ['a changed signature', () => changed((query) => query.set('s', `${(query.get('s') ?? '').slice(0, -1)}!`))],
    ['no signature', () => changed((query) => query.delete('s'))],
    ['no query', () => link.replace(/\?.*/, '')],
    ['the signature of another document', () => linkTo('book').replace('/book/book.pdf', '/guide/guia-completo.pdf')],
  ])('with %s is refused in the words of a visitor', async (_, address) => {
    const response = await site.get(address());
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(await response.text()).toContain('Este link não é válido');
  });

  test('that has expired says so, and leads to where the document can be asked for again', async () => {
    const old = linkTo('book');
    now += 31 * day;
    try {
      const response = await site.get(old);
      expect(response.status).toBe(403);
      const html = await response.text();
      expect(html).toContain('Este link expirou');
      expect(html).toContain('<a href="https://site.example/outro">Pedir novamente</a>');
      expect(await (await site.get(link)).text()).not.toContain('Pedir novamente');
    } finally {
      now -= 31 * day;
    }
  });

  test('to an unknown document or file is not found', async () => {
    for (const path of ['/documents/none/none.pdf', '/documents/guide/other.pdf', '/documents/guide', '/documents/'])
      expect((await site.get(path)).status).toBe(404);
  });
});

test('a link of another secret is worth nothing', () => {
  const query = new URL(link, 'http://x').searchParams;
  expect(judgeLink(secret, 'guide', query, now)).toBe('valid');
  expect(judgeLink(new Uint8Array(32), 'guide', query, now)).toBe('wrong');
});
