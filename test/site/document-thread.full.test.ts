/** Documents are drawn in a thread, by the build's own entry. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { DocumentFacts, DrawDocument, PageRenderer } from '../../renderer/contract.ts';
import { drawInThread } from '../../server/pdf/drawing.ts';
import { documentLinks } from '../../server/pdf/links.ts';
import { visitSecret } from '../../server/visits/secret.ts';
import { plainRenderer } from '../contracts/http/plain-renderer.ts';
import { copySite, startTestServer, type TestServer } from '../contracts/http/running.ts';
import { loadShared } from '../harness/load-site.ts';
import { projectRoot, startSite } from '../harness/site-server.ts';

const built = join(projectRoot, 'dist/pdf');
const words = Array.from({ length: 80 }, (_, index) => `A frase ${index} do guia.`).join(' ');
/** A document of so many paragraphs. */
const guide = (length: number): string => {
  const text = Array.from({ length }, () => `  - { type: text, body: '${words}' }`);
  return `document: guide\ntitle: Guia\nblocks:\n  - { type: chapter, title: Um }\n${text.join('\n')}\n`;
};
let facts: DocumentFacts;
let site: TestServer | null = null;
const folders: string[] = [];

beforeAll(async () => {
  const funnels = await siteWithGuide(60);
  const loaded = await loadShared(funnels);
  const origin = 'https://site.example';
  facts = { site: loaded.site as SiteDefinition, document: 'guide', origin, date: new Date(0) };
});
afterEach(async () => {
  await site?.stop();
  site = null;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function siteWithGuide(length: number): Promise<string> {
  const funnels = await copySite('http');
  await writeFile(join(funnels, 'guide.document.yaml'), guide(length));
  return funnels;
}

/** A build whose documents are drawn by this code. */
async function buildWith(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  folders.push(folder);
  await writeFile(join(folder, 'pdf.js'), code);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

async function serve(renderDocument: PageRenderer['renderDocument']) {
  site = await startTestServer({ funnels: await siteWithGuide(1), renderer: { ...plainRenderer(), renderDocument } });
  const secret = await visitSecret(site.config.dataDir, null);
  const current = site.server.definitions.current().site;
  const link = documentLinks({ site: current, origin: '', secret, now: Date.now() })['guide'] ?? '';
  return { server: site, link };
}

/**
 * What this thread does while a document is drawn: its processor time in milliseconds, which other processes do not affect,
 * and the ticks of a timer.
 */
async function whileDrawn(
  draw: () => Promise<Uint8Array>,
): Promise<{ busy: number; ticks: number; bytes: Uint8Array }> {
  let ticks = 0;
  const before = process.threadCpuUsage();
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  const bytes = await draw();
  const { user, system } = process.threadCpuUsage(before);
  clearInterval(timer);
  return { busy: (user + system) / 1000, ticks, bytes };
}

test('the event loop goes on while a document is drawn', async () => {
  const { renderPdf } = (await import(join(built, 'pdf.js'))) as { renderPdf: DrawDocument };
  const here = await whileDrawn(() => renderPdf(facts, (name) => readFile(join(built, 'fonts', `${name}.ttf`))));
  // This thread may also collect the garbage of other tests meanwhile: the quickest of three runs shows the work.
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push(await whileDrawn(() => drawInThread(built)(facts)));
  const [there] = runs.toSorted((a, b) => a.busy - b.busy) as [(typeof runs)[number]];
  expect(Buffer.from(there.bytes).subarray(0, 5).toString()).toBe('%PDF-');
  expect(there.bytes.length).toBeGreaterThan(0.9 * here.bytes.length);
  expect(there.busy).toBeLessThan(here.busy / 3);
  expect(there.ticks).toBeGreaterThan(here.ticks);
});

test('concurrent first requests share one drawing', async () => {
  const draw = drawInThread(built);
  let drawn = 0;
  const { server, link } = await serve((each) => {
    drawn += 1;
    return draw(each);
  });
  const replies = await Promise.all(Array.from({ length: 6 }, () => server.get(link)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(replies.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  expect((await server.get(link)).status).toBe(200);
  expect(drawn).toBe(1);
});

test.each([
  ['throws', "export const renderPdf = () => { throw new RangeError('no ink'); };", 'RangeError'],
  ['ends without a document', 'process.exit(3);', 'DRAWING_ENDED'],
  ['does not end', 'for (;;);', 'DRAWING_TIMEOUT'],
])(
  'a thread that %s is a coded error with a line in the log, and the next request tries again',
  async (_, code, why) => {
    const broken = drawInThread(await buildWith(code), code.startsWith('for') ? 700 : 60_000);
    const working = drawInThread(built);
    let tries = 0;
    const { server, link } = await serve((each) => {
      tries += 1;
      return tries === 1 ? broken(each) : working(each);
    });
    const refused = await server.get(link);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ code: 'document-failed' });
    const lines = server.logged().filter(({ event }) => event === 'document-failed');
    expect(lines).toEqual([expect.objectContaining({ document: 'guide' })]);
    expect(JSON.stringify(lines)).toContain(`"${why}"`);
    expect((await server.get(link)).status).toBe(200);
  },
);

test('a server stops although a thread still draws', async () => {
  const { server, link } = await serve(drawInThread(await buildWith('for (;;);'), 8000));
  const reply = server.get(link).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await server.server.stop(100)).toBe(false);
  await reply;
});

test('the process serves a document, and ends at once after a signal while it draws', async () => {
  const server = await startSite();
  try {
    const secret = await visitSecret(server.dataDir, null);
    const loaded = await loadShared(join(projectRoot, 'funnels'));
    const links = documentLinks({ site: loaded.site as SiteDefinition, origin: server.url, secret, now: Date.now() });
    const reply = await fetch(links['guia'] ?? '');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const second = fetch(links['ebook'] ?? '').catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.kill('SIGTERM');
    await second;
    expect(server.output()).not.toContain('document-failed');
  } finally {
    await server.remove();
  }
});
