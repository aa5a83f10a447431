/** Limits of the sizes and counts of what browsers receive. No wall clock: times are measured by `npm run bench`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isHidden, isPerVisitor } from '../../server/pages/routes.ts';
import { driveBrowser } from '../harness/browser-driver.ts';
import { openVisitor, type Visitor, viewports } from '../harness/chromium.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { loadShared } from '../harness/load-site.ts';
import { shiftsOf, watchShifts } from '../harness/painted.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { projectRoot } from '../harness/site-server.ts';

const kilobyte = 1000;
const dist = join(projectRoot, 'dist');
const { site } = await loadShared(join(projectRoot, 'funnels'));
if (site === null) throw new Error('The definitions are not fit.');
const pages = Object.entries(site.routes)
  .filter(([path, route]) => path === route.canonical && !isPerVisitor(site, route) && !isHidden(site, route))
  .map(([path, route]) => ({ path, blocks: site.pages[route.page]?.blocks.length ?? 0 }));
/** More sections than this make a landing page. */
const simpleBlocks = 6;

let server: HostedSite;
let browser: Browser;
/** A visitor who sees every page, each in an own document; a page with routed requests has no cache. */
let watched: Visitor & { readonly transfers: Transfer[]; readonly run: string[] };
beforeAll(async () => {
  server = await hostSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
  browser = await shareChromium('shell');
  // The narrowest common phone, where lines break most.
  const visitor = await openVisitor(browser, { viewport: { width: 360, height: 740 } });
  await watchShifts(visitor.page);
  // Late fonts are the most likely cause of shifts.
  await visitor.page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  watched = { ...visitor, transfers: await watchNetwork(visitor.page), run: await watchScripts(visitor.page) };
});
afterAll(async () => {
  await watched?.leave();
  if (browser !== undefined) await returnChromium(browser);
  await server?.remove();
});

interface Transfer {
  readonly path: string;
  readonly type: string;
  /** Bytes on the wire, without headers. */
  readonly bytes: number;
}

/** Counts network transfers; cached responses are not counted again. */
async function watchNetwork(page: Page): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const under = new Map<string, { path: string; type: string; headers: number }>();
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    const cached = response.fromDiskCache === true || response.fromPrefetchCache === true;
    if (!response.url.startsWith('http') || cached) return;
    under.set(requestId, { path: new URL(response.url).pathname, type, headers: response.encodedDataLength });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = under.get(requestId);
    if (found !== undefined)
      transfers.push({ path: found.path, type: found.type, bytes: encodedDataLength - found.headers });
  });
  return transfers;
}

/** Addresses of the scripts that the page has run; inline ones have an empty text. */
async function watchScripts(page: Page): Promise<string[]> {
  const run: string[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Debugger.scriptParsed', ({ url, embedderName = '' }) => {
    const own = url.startsWith(server.url) || embedderName.startsWith(server.url);
    if (own) run.push(new URL(url || embedderName).pathname);
  });
  await cdp.send('Debugger.enable');
  return run;
}

const sum = (transfers: readonly Transfer[]): number => transfers.reduce((total, { bytes }) => total + bytes, 0);

const settled = (page: Page): Promise<void> => page.waitForLoadState('networkidle');

test.each([[['boot']], [['preload', 'boot']], [['preload', 'overlays', 'boot']], [['preload', 'glance', 'boot']]])(
  'the inlined scripts with %j are at most 4 KB in one page',
  (names) => {
    const text = ['hold', ...names].map((name) => readFileSync(join(dist, 'inlined', `${name}.js`), 'utf8')).join('');
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(4 * kilobyte);
  },
);

test('the report of a visit that only looks adds at most 0.27 KB to the inlined scripts', () => {
  const read = (name: string): string => readFileSync(join(dist, 'inlined', `${name}.js`), 'utf8');
  const sizeOf = (...all: string[]): number => brotliCompressSync(['hold', ...all, 'boot'].map(read).join('')).length;
  expect(sizeOf('glance') - sizeOf()).toBeLessThanOrEqual(0.27 * kilobyte);
});

test('the HTML of the first question has only its own screen', async () => {
  const html = await (await fetch(`${server.url}/quiz`)).text();
  const own = html.replaceAll(/<script(?: data-fetch="[^"]*")?>.*?<\/script>/gs, '');
  const size = brotliCompressSync(own).length;
  console.log(`the HTML of /quiz without inlined scripts: ${size} bytes`);
  expect(size).toBeLessThanOrEqual(8.3 * kilobyte);
});

describe.each(pages)('$path', ({ path, blocks }) => {
  test('the HTML with its CSS is within its limit', async () => {
    const response = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
    const text = await response.text();
    expect(response.headers.get('content-encoding')).toBe('br');
    const budget = (blocks > simpleBlocks ? 45 : 30) * kilobyte;
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(budget);
    expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(budget);
    expect(text).not.toMatch(/<link[^>]*rel="stylesheet"/);
  });

  test('runs no React before the first interaction, shifts no layout, and keeps fonts within their limit', async () => {
    const { page, transfers, run } = watched;
    transfers.length = 0;
    run.length = 0;
    await page.goto(server.url + path);
    const preloads = await page.locator('link[rel=preload][as=font]').count();
    const isAhead = (await page.locator('head script[data-fetch]').count()) > 0;
    await page.evaluate(() => document.fonts.ready);
    await settled(page);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // The page's inline scripts have its address. All others are animations of a landing page, and the session of its flow.
    expect(run).toContain(path);
    const session = new Set(
      await page
        .locator('[data-island]')
        .evaluateAll((all) => all.flatMap((each) => each.dataset['fetch']?.split(' '))),
    );
    const moving = run.filter((each) => each !== path && !session.has(each));
    const hasMoving = (await page.locator('body').getAttribute('data-behaviours')) !== null;
    if (!hasMoving) expect(moving).toEqual([]);
    const read = (each: string): string => readFileSync(join(dist, 'client', each.replace('/_f/', '')), 'utf8');
    for (const each of run.filter((one) => one !== path))
      expect(read(each)).not.toMatch(/react\.|hydrateRoot|useEffect/);
    for (const each of moving) expect(read(each)).not.toMatch(/createActor/);
    expect(sum(transfers.filter((each) => moving.includes(each.path)))).toBeLessThanOrEqual(10 * kilobyte);
    const shifts = await shiftsOf(page);
    expect(
      shifts.reduce((total, { value }) => total + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThanOrEqual(0.01);
    const fonts = transfers.filter(({ type }) => type === 'Font');
    expect(fonts.length).toBeGreaterThan(0);
    expect(sum(fonts)).toBeLessThanOrEqual(90 * kilobyte);
    // The code of a flow goes ahead of the fonts, which the first layout requests.
    expect(preloads).toBe(isAhead ? 0 : 1);
  });
});

test('code: 28 KB for a session, 75 KB until a form is sent, and React only where a screen needs it', async () => {
  // Not `openVisitor`: a browser with routed requests has no cache, so everything would be counted twice.
  const context = await browser.newContext({ viewport: viewports.phone });
  const page = await context.newPage();
  const transfers = await watchNetwork(page);
  const scripts = () => transfers.filter(({ path }) => path.endsWith('.js'));
  await page.goto(`${server.url}/quiz`);
  const driver = driveBrowser(page);
  await driver.choose(10);
  await driver.next();
  await driver.expectScreen('quiz.frequencia');
  const session = (await page.locator('[data-island]').getAttribute('data-fetch'))?.split(' ') ?? [];
  const first = sum(scripts().filter(({ path }) => session.includes(path)));
  for (const answer of [5, 10, 0]) {
    await driver.choose(answer);
    await driver.next();
  }
  await driver.expectScreen('identificacao');
  await driver.type('nome', 'Maria Clara Souza');
  await driver.type('email', 'maria@exemplo.com.br');
  await driver.type('wa', '11987654321');
  await settled(page);
  const before = sum(scripts());
  const definition = sum(transfers.filter(({ path }) => path.startsWith('/_f/flows/')));
  expect(scripts().some(({ path }) => path.includes('/hydrate-'))).toBe(false);
  await driver.submit();
  await driver.expectScreen('resultado');
  await settled(page);
  const whole = sum(scripts());
  console.log(
    `session: ${first} bytes; all code until the form: ${before}, with its result: ${whole}; flow: ${definition}`,
  );
  // A page that fetched nothing would be within the limit as well.
  expect(first).toBeGreaterThan(20 * kilobyte);
  expect(first).toBeLessThanOrEqual(28 * kilobyte);
  expect(definition).toBeGreaterThan(0);
  // The flow's texts and rules are data, not code, but count towards the same limit.
  expect(before + definition).toBeLessThanOrEqual(75 * kilobyte);
  expect(whole - before).toBeLessThanOrEqual(70 * kilobyte);
  await context.close();
});

test('no chunk contains code for servers and builds', () => {
  const assets = join(dist, 'client/assets');
  const chunks = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(chunks.length).toBeGreaterThan(1);
  /** Texts of these libraries that survive minification. */
  const marks: Record<string, RegExp> = {
    ajv: /unevaluatedProperties|strictTypes|"missingRefs"/,
    yaml: /tag:yaml\.org,2002|BLOCK_FOLDED/,
    cel: /UNEXPECTED_CHARACTER|no matching overload|found no matching/i,
    chakra: /chakra-ui|--chakra-|colorPalette/,
    emotion: /data-emotion|@emotion\//,
    routes: /react-router-scroll-positions|data-discover|Unexpected Application Error/,
    development: /process\.env\.NODE_ENV|Download the React DevTools/,
  };
  for (const chunk of chunks) {
    const text = readFileSync(join(assets, chunk), 'utf8');
    for (const [library, mark] of Object.entries(marks)) expect(mark.test(text), `${library} in ${chunk}`).toBe(false);
  }
  // Positive control: the page renderer's build does contain the libraries that it needs.
  const server = readdirSync(join(dist, 'server'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  expect(server.some((name) => marks['chakra']?.test(readFileSync(join(dist, 'server', name), 'utf8')))).toBe(true);
});
