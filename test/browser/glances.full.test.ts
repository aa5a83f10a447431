/** Visits that only look, that arrive at an error, and that run without script are recorded, too. */
import type { Page, Request } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type Ending, endingOf } from '../../engine/trace/ending.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { identify } from '../harness/diagnostic.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { type VisitOptions, visitSite } from '../harness/site-visits.ts';
import { tracesIn } from '../harness/traces.ts';

const site = visitSite({ alone: true });

const linesOf = (text: string): TraceLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TraceLine);

const visitOf = (page: Page): Promise<string> => page.evaluate(() => String(window.funnel?.landing.visitId));

/** The traces of a visit, once it has some. */
async function traced(visitId: string): Promise<TraceLine[][]> {
  // The server is writing a file without a whole line.
  await expect
    .poll(() => tracesIn(site.server.dataDir, visitId).map(({ text }) => text.endsWith('\n')))
    .toContain(true);
  return tracesIn(site.server.dataDir, visitId).map(({ text }) => linesOf(text));
}

/** How a trace ended. It replays exactly. */
async function endedExactly(lines: readonly TraceLine[]): Promise<Ending> {
  const { flows, forms } = await loadFunnels();
  const [head] = lines;
  if (head?.kind !== 'head') throw new Error('The trace has no head.');
  const flow = flows[head.flow];
  if (flow === undefined) throw new Error(`There is no flow ${head.flow}.`);
  const replay = replayTrace(compiledFlow(await loadFunnels(), head.flow), lines);
  expect([replay.divergence, replay.missing, replay.sameDefinition]).toEqual([null, null, true]);
  return endingOf(lines, { flow, forms });
}

/** Hides the page, as a phone does. The requests of a page that is left are not reported to tests. */
const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const [name, value] of Object.entries({ hidden: true, visibilityState: 'hidden' }))
      Object.defineProperty(document, name, { value });
    document.dispatchEvent(new Event('visibilitychange'));
  });
const goAway = (page: Page): Promise<unknown> => page.goto('about:blank');

/** A visitor whose requests are counted, and who looks and leaves. */
async function look(path: string, leave: (page: Page) => Promise<unknown>, options: VisitOptions = {}) {
  const uploads: Request[] = [];
  const { page } = await site.visit(path, {
    ...options,
    before: (page) => {
      page.on('request', (request) => {
        if (request.url().includes('/_f/traces')) uploads.push(request);
      });
    },
  });
  await page.mouse.wheel(0, 400);
  await page.waitForLoadState('networkidle');
  const visitId = await visitOf(page);
  expect(uploads).toEqual([]);
  await leave(page);
  const [lines = [], ...others] = await traced(visitId);
  expect(others).toEqual([]);
  return { lines, uploads };
}

const campaign = `utm_source=instagram&utm_campaign=${'x'.repeat(300)}`;

describe('a visit that only looks', () => {
  test.each([
    ['/quiz', 'diagnostico', { kind: 'left', screen: 'quiz.perfil' }],
    ['/quiz?src=bio', 'diagnostico', { kind: 'left', screen: 'quiz.perfil' }],
    [`/quiz?${campaign}`, 'diagnostico', { kind: 'left', screen: 'quiz.perfil' }],
    ['/diagnostico', 'diagnostico', { kind: 'left', screen: 'inicio' }],
    ['/cadastro-consultoria', 'cadastro-consultoria', { kind: 'left', screen: 'cadastro' }],
    // Arrivals at an error.
    ['/identificacao?answers=[1,2]', 'diagnostico', { kind: 'left', screen: 'inicio' }],
    ['/resultado?uid=unknown', 'diagnostico', { kind: 'left' }],
    ['/resultado?uid=6f9619ff-8b86-4011-b42d-00c04fc964ff', 'diagnostico', { kind: 'refused', by: 'server' }],
  ])('%s is one trace, of one request of 300 bytes at most once the page is hidden', async (path, flow, ended) => {
    const referer = 'https://www.instagram.com/p/abc?igsh=1';
    const { lines, uploads } = await look(path, hide, { referer });
    expect(lines[0]).toMatchObject({ flow });
    expect(await endedExactly(lines)).toMatchObject({ ...ended, hasActed: false, isOpen: false });
    const [upload, ...others] = uploads as [Request];
    const sent = new URL(upload.url());
    const size = sent.pathname.length + sent.search.length + Buffer.byteLength(upload.postData() as string);
    expect(others).toEqual([]);
    expect(size).toBeLessThanOrEqual(300);
    expect(size).toBeGreaterThan(60);
  });

  test.each(['/quiz', '/resultado?uid=unknown'])('%s is recorded if the page is left, too', async (path) => {
    expect(await endedExactly((await look(path, goAway)).lines)).toMatchObject({ kind: 'left', hasActed: false });
  });

  test.each([
    ['/diagnostico', ['begin'], 'quiz.perfil'],
    ['/quiz', [10, 5], 'quiz.engajamento'],
  ])('%s with acts that no recorder has yet reports them', async (path, acts, screen) => {
    const { page, driver } = await site.visit(path, {
      // It does not arrive while the visitor is there.
      before: (page) => page.route('**/_f/assets/publish-trace-*.js', () => {}),
      waitUntil: 'commit',
    });
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('[data-island]')?.dataset['state'] !== undefined,
    );
    for (const act of acts) {
      if (typeof act === 'string') {
        await driver.press(act);
        continue;
      }
      await driver.choose(act);
      await driver.next();
    }
    await driver.expectScreen(screen);
    const visitId = await visitOf(page);
    await hide(page);
    const [lines = []] = await traced(visitId);
    expect(await endedExactly(lines)).toMatchObject({ kind: 'left', screen, hasActed: true, isOpen: false });
  });

  test('a visit that acts is recorded by its island alone', async () => {
    const { page, driver } = await site.visit('/quiz');
    const visitId = await visitOf(page);
    await driver.choose(10);
    await traced(visitId);
    await page.goto('about:blank');
    await expect.poll(async () => (await traced(visitId)).flat().at(-1)).toMatchObject({ kind: 'end' });
    expect(await traced(visitId)).toHaveLength(1);
  });
});

describe('a visit without JavaScript', () => {
  test('is recorded with its lead', async () => {
    const { page, driver } = await site.visit('/quiz', { javaScriptEnabled: false });
    for (const value of [10, 5, 10, 0]) {
      await driver.choose(value);
      await driver.next();
      await page.waitForLoadState();
    }
    await driver.expectScreen('identificacao');
    await identify(driver, { nome: 'Maria Clara Souza', email: 'segredo@exemplo.com.br', wa: '11987654321' });
    await driver.submit();
    await driver.expectScreen('resultado');
    await expect
      .poll(() => tracesIn(site.server.dataDir, '').filter(({ text }) => text.includes('"SUBMIT"')).length)
      .toBe(1);
    const [{ text, file }] = tracesIn(site.server.dataDir, '').filter(({ text }) => text.includes('"SUBMIT"')) as [
      { text: string; file: string },
    ];
    expect(text).not.toMatch(/Maria|segredo|98765/);
    expect(file).toMatch(/^\d{4}-\d\d-\d\d\/[0-9a-f]{32}-[0-9a-f]{8}\.jsonl$/);
    expect(await endedExactly(linesOf(text))).toMatchObject({ kind: 'submitted', screen: 'resultado' });
  });
});
