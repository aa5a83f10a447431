/** One server and one browser for a file of tests, and visitors to it. */
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { driveBrowser } from './browser-driver.ts';
import { launchChromium, openVisitor, type Visitor, viewports } from './chromium.ts';
import type { FunnelDriver } from './funnel-driver.ts';
import { readRecords } from './records.ts';
import { type SiteServer, startSite } from './site-server.ts';

export interface SiteVisitor extends Visitor {
  readonly driver: FunnelDriver;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Runs before the page is opened: routes, init scripts, listeners. */
  readonly before?: (page: Page) => Promise<unknown> | unknown;
  readonly referer?: string;
  /** What the visit waits for; the page's load event by default. */
  readonly waitUntil?: 'commit' | 'load';
}

export interface SiteVisits {
  readonly server: SiteServer;
  /** A visitor at a path, on a phone unless told otherwise. Leaves after the test. */
  visit(path: string, options?: VisitOptions): Promise<SiteVisitor>;
  /** The records of a collection, oldest first. */
  records(collection: string): Record<string, unknown>[];
}

/**
 * Starts the real site and Chromium before the tests of a file, and stops them after.
 * @param options.whole - the tests need client hints or the back-forward cache, which the headless shell lacks
 */
export function visitSite(
  options: { funnels?: string; env?: Record<string, string>; whole?: boolean } = {},
): SiteVisits {
  let server: SiteServer | undefined;
  let browser: Browser | undefined;
  const open: Visitor[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startSite({
        ...(options.funnels === undefined ? {} : { funnels: options.funnels }),
        ...(options.env === undefined ? {} : { env: options.env }),
      }),
      options.whole === true
        ? launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] }, 'whole')
        : launchChromium(),
    ]);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((visitor) => visitor.leave()));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.remove();
  });
  const running = (): SiteServer => {
    if (server === undefined) throw new Error('The site has not been started.');
    return server;
  };
  return {
    get server() {
      return running();
    },
    visit: async (path, { before, referer, waitUntil = 'load', ...context } = {}) => {
      const visitor = await openVisitor(browser as Browser, { viewport: viewports.phone, ...context });
      open.push(visitor);
      await before?.(visitor.page);
      await visitor.page.goto(running().url + path, { waitUntil, ...(referer === undefined ? {} : { referer }) });
      return { ...visitor, driver: driveBrowser(visitor.page) };
    },
    records: (collection) => readRecords(running().dataDir, collection),
  };
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

/** Whether a request is for the code of islands. */
export const isIslandCode = (request: Request): boolean =>
  /\/_f\/assets\/[^/]+\.js$/.test(new URL(request.url()).pathname);

/** Whether React has taken over the island. */
export const isAwake = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const root = document.querySelector('[data-island]');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer$'));
  });
