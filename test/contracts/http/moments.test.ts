/** Cached pages change when their event begins and ends. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { loadShared } from '../../harness/load-site.ts';
import { patience } from '../../harness/patience.ts';
import { type PlainRenderer, plainRenderer } from './plain-renderer.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

let running: TestServer | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});

const minute = 60_000;

/** A site whose home page shows the phase of an event; it begins in `startsIn` ms and lasts as long. */
async function siteAround(startsIn: number, moment: string): Promise<string> {
  const folder = await copySite('http');
  const at = (ms: number): string => new Date(Date.now() + ms).toISOString().replace(/\.(\d+)Z$/, 'Z');
  const site = join(folder, 'site.yaml');
  const event = `  ensaio: { title: Ensaio, starts: '${at(startsIn)}', ends: '${at(startsIn + minute)}', phase: ${moment} }\n`;
  await writeFile(site, (await readFile(site, 'utf8')).replace('calendar:\n', `calendar:\n${event}`));
  const home = join(folder, 'geral/home.page.yaml');
  const text = await readFile(home, 'utf8');
  await writeFile(
    home,
    text.replace('blocks:\n', "blocks:\n  - { type: text, title: 'Agora: {{ calendar.ensaio.phase }}' }\n"),
  );
  return folder;
}

/**
 * Serves a site before its event begins, with half of the time left: on a busy machine a start takes longer.
 * @param prepare edits the site's folder
 */
async function serveBefore(prepare: (folder: string) => Promise<void> = async () => {}): Promise<TestServer> {
  for (let startsIn = 4000; ; startsIn *= 2) {
    const begun = Date.now();
    const folder = await siteAround(startsIn, 'auto');
    await prepare(folder);
    const served = await startTestServer({ funnels: folder });
    if (Date.now() - begun < startsIn / 2) return served;
    await served.stop();
  }
}

test('swaps the version when the event begins: another page with another tag, nothing from a cache', async () => {
  running = await serveBefore();
  const before = await running.get('/');
  expect(await before.text()).toContain('Agora: before');
  const tag = before.headers.get('etag') as string;
  expect(before.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect((await running.get('/', { 'if-none-match': tag })).status).toBe(304);
  const { current } = running.server.definitions;
  const first = current().site.hash;
  await vi.waitFor(() => expect(current().site.hash).not.toBe(first), { timeout: patience, interval: 50 });
  const during = await running.get('/', { 'if-none-match': tag });
  expect(during.status).toBe(200);
  expect(during.headers.get('etag')).not.toBe(tag);
  expect(await during.text()).toContain('Agora: during');
});

test('shows the phase that begins although the folder has a mistake by then', async () => {
  running = await serveBefore();
  const { definitions } = running.server;
  const first = definitions.current().site.hash;
  await writeFile(join(running.config.funnelsDir, 'geral/home.page.yaml'), 'page: [');
  expect(await definitions.reload()).toBe(false);
  expect(definitions.refusal()).not.toBeNull();
  await vi.waitFor(() => expect(definitions.current().site.hash).not.toBe(first), { timeout: patience, interval: 50 });
  expect(await (await running.get('/')).text()).toContain('Agora: during');
});

test('does not serve a site whose page of a later phase cannot be drawn', async () => {
  const folder = await siteAround(minute, 'auto');
  const plain = plainRenderer();
  const renderer: PlainRenderer = {
    ...plain,
    async renderStatic(facts) {
      const page = await plain.renderStatic(facts);
      if (page.html.includes('Agora: after')) throw new Error('It is over.');
      return page;
    },
  };
  await expect(startTestServer({ funnels: folder, load: loadShared, renderer })).rejects.toThrow('It is over.');
});

test('shows a developer any moment, and other visitors see no change', async () => {
  const folder = await siteAround(-minute / 2, 'before');
  running = await startTestServer({ funnels: folder, load: loadShared });
  expect(await (await running.get('/')).text()).toContain('Agora: before');
  const shown = await running.get('/?at=ensaio.after');
  expect(await shown.text()).toContain('Agora: after');
  expect(shown.headers.get('etag')).toBeNull();
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect((await running.get('/?at=depois')).status).toBe(400);
  // Other visitors see no change.
  expect(await (await running.get('/')).text()).toContain('Agora: before');
});

test('an intake that closes when the event begins refuses new submissions, and replays stored ones', async () => {
  const api = `api: ensaio
intakes:
  vaga:
    post: /api/vaga
    input: { email: { type: text, pii: email } }
    records: vagas
    # accept intake-uncalled: another program calls it
    when: calendar.ensaio.phase == 'before'
    errors:
      closed: As vagas acabaram.
    response: { message: "'Até lá.'" }
`;
  running = await serveBefore((folder) => writeFile(join(folder, 'geral/ensaio.api.yaml'), api));
  const { current } = running.server.definitions;
  const first = current().site.hash;
  const { post } = running;
  const send = (email: string, key: string) => post('/api/vaga', { email }, { 'idempotency-key': key });
  expect((await send('ana@exemplo.com', 'chave-da-ana')).status).toBe(200);
  await vi.waitFor(() => expect(current().site.hash).not.toBe(first), { timeout: patience, interval: 50 });
  const again = await send('ana@exemplo.com', 'chave-da-ana');
  expect([again.status, again.headers.get('idempotent-replayed'), await again.json()]).toEqual([
    200,
    'true',
    { message: 'Até lá.' },
  ]);
  const late = await send('bia@exemplo.com', 'chave-da-bia');
  expect([late.status, await late.json()]).toEqual([409, { message: 'As vagas acabaram.', code: 'closed' }]);
});

test('treats `?at=` as an ordinary parameter in production', async () => {
  const folder = await siteAround(-minute / 2, 'before');
  running = await startTestServer({
    funnels: folder,
    load: loadShared,
    env: { NODE_ENV: 'production', SITE_URL: 'https://casa.example' },
  });
  expect(await (await running.get('/?at=ensaio.after')).text()).toContain('Agora: before');
});
