/** One server and one browser for a file of tests, and visitors to it. */
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ChromiumKind } from '../../tools/chromium.ts';
import { driveBrowser } from './browser-driver.ts';
import { openVisitor, type Visitor, viewports } from './chromium.ts';
import type { FunnelDriver } from './funnel-driver.ts';
import { type HostedSite, hostSite } from './hosted-site.ts';
import { countRecords, readRecords } from './records.ts';
import { returnChromium, shareChromium } from './shared-chromium.ts';
import { shareSite } from './shared-site.ts';

export interface SiteVisitor extends Visitor {
  readonly driver: FunnelDriver;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Runs before the page is opened: routes, init scripts, listeners. */
  readonly before?: (page: Page) => Promise<unknown> | unknown;
  readonly referer?: string;
  /** What the visit waits for; the page's load event by default. */
  readonly waitUntil?: 'commit' | 'load';
  /** The visit needs client hints, the back-forward cache or prefetches, which the headless shell lacks. */
  readonly whole?: boolean;
}

export interface SiteVisits {
  readonly server: ServedSite;
  /** A visitor at a path, on a phone by default. Leaves after the test. */
  visit(path: string, options?: VisitOptions): Promise<SiteVisitor>;
  /** The records of a collection that this file's tests stored, oldest first. A retry begins with none. */
  records(collection: string): Record<string, unknown>[];
}

/** The server of a file of tests. */
export type ServedSite = Pick<HostedSite, 'url' | 'dataDir' | 'output'>;

/**
 * Opens the real site in Chromium for the tests of a file. Files with the project's own definitions and no environment
 * of their own share a server.
 * @param options.whole - every visit is in the whole browser; see `VisitOptions.whole`
 * @param options.alone - the tests read the data folder as a whole
 */
export function visitSite(
  options: { funnels?: string; env?: Record<string, string>; whole?: boolean; alone?: boolean } = {},
): SiteVisits {
  const { whole = false, alone = false, ...site } = options;
  const shared = !alone && Object.keys(site).length === 0;
  let server: HostedSite | undefined;
  const browsers = new Map<ChromiumKind, Promise<Browser>>();
  const browserOf = (kind: ChromiumKind): Promise<Browser> => {
    const shared = browsers.get(kind) ?? shareChromium(kind);
    browsers.set(kind, shared);
    return shared;
  };
  let before: ReadonlyMap<string, number> = new Map();
  let printedBefore = 0;
  const open: Visitor[] = [];
  const forget = ({ dataDir, output }: HostedSite): void => {
    before = countRecords(dataDir);
    printedBefore = output().length;
  };
  beforeAll(async () => {
    [server] = await Promise.all([shared ? shareSite() : hostSite(site), browserOf(whole ? 'whole' : 'shell')]);
    forget(server);
  });
  // A retry must not find what the failed attempt has stored.
  beforeEach(({ task }) => {
    if (server !== undefined && (task.result?.retryCount ?? 0) > 0) forget(server);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((visitor) => visitor.leave()));
  });
  afterAll(async () => {
    for (const browser of browsers.values()) await returnChromium(await browser);
    if (!shared) await server?.remove();
  });
  const running = (): HostedSite => {
    if (server === undefined) throw new Error('The site has not been started.');
    return server;
  };
  return {
    get server() {
      const { url, dataDir, output } = running();
      return { url, dataDir, output: () => output().slice(printedBefore) };
    },
    visit: async (path, { before, referer, waitUntil = 'load', whole: inWhole = whole, ...context } = {}) => {
      const browser = await browserOf(inWhole ? 'whole' : 'shell');
      const visitor = await openVisitor(browser, { viewport: viewports.phone, ...context });
      open.push(visitor);
      await before?.(visitor.page);
      const pending = watchPending(visitor.page);
      await visitor.page
        .goto(running().url + path, { waitUntil, ...(referer === undefined ? {} : { referer }) })
        .catch((error: Error) => {
          error.message += `\nrequests without a response: ${[...pending].join(', ') || 'none'}`;
          throw error;
        });
      return { ...visitor, driver: driveBrowser(visitor.page) };
    },
    records: (collection) => readRecords(running().dataDir, collection).slice(before.get(collection) ?? 0),
  };
}

/** The addresses that a page has requested and not received. */
function watchPending(page: Page): ReadonlySet<string> {
  const pending = new Set<string>();
  page.on('request', (request) => pending.add(request.url()));
  const end = (request: Request): unknown => pending.delete(request.url());
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return pending;
}

export interface SeenCall {
  readonly path: string;
  readonly method: string;
  readonly key: string | undefined;
  readonly body: Record<string, unknown>;
}

/** The calls to intakes that a page makes from here on. */
export function watchCalls(page: Page): SeenCall[] {
  const calls: SeenCall[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push({
      path: pathname,
      method: request.method(),
      key: request.headers()['idempotency-key'],
      body: (request.postDataJSON() ?? {}) as Record<string, unknown>,
    });
  });
  return calls;
}

/** The island's module, as a pattern of `page.route`. */
export const islandCode = '**/_f/assets/flow-*.js';

/** Whether a request is for the code of islands. */
export const isIslandCode = (request: Request): boolean =>
  /\/_f\/assets\/[^/]+\.js$/.test(new URL(request.url()).pathname);

/** The code with which React draws islands, as a pattern of addresses. */
export const reactCode = '**/_f/assets/hydrate-*.js';

/** Whether the session of the island runs. */
export const isAwake = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-island]')?.dataset['state'] !== undefined);

/** Whether React draws the island. */
export const hasReact = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const root = document.querySelector('[data-island]');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer$'));
  });

/**
 * Waits until a page has run a module of the build that it imports by itself.
 * @param name without its hash; for code that an island fetches, wait until the island is awake before
 */
export async function untilRun(page: Page, name: string): Promise<void> {
  const url = await page.evaluate(
    (start) =>
      new Promise<string>((done) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (entry.name.includes(start)) done(entry.name);
        }).observe({ type: 'resource', buffered: true });
      }),
    `/_f/assets/${name}-`,
  );
  // The page imported the module earlier, so its own import resolves before this one.
  await page.evaluate(`import(${JSON.stringify(url)}).then(() => {})`);
}

/** Waits until the code of a form in an island runs: its rules, its masks and its calls. */
export async function untilFormRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-island][data-state]') !== null);
  await untilRun(page, 'rules');
}
