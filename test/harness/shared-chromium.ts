/** One browser of each kind for all test files of a worker. */
import type { Browser } from 'playwright';
import type { ChromiumKind } from '../../tools/chromium.ts';
import { launchChromium } from './chromium.ts';

const running = new Map<ChromiumKind, Promise<Browser>>();

/**
 * Pages of tests are open for seconds: the compilers that optimize code take a quarter of the processor time of an
 * accessibility check, and save less. A test that measures times launches a browser of its own.
 */
const unoptimized = '--js-flags=--no-maglev --no-opt';

const launch = (kind: ChromiumKind): Promise<Browser> =>
  launchChromium(kind === 'whole' ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}, kind, [unoptimized]);

/** The worker's browser of a kind, launched if none is running. It ends with the worker. */
export async function shareChromium(kind: ChromiumKind): Promise<Browser> {
  const known = await running.get(kind)?.catch(() => undefined);
  if (known?.isConnected() === true) return known;
  const launched = launch(kind);
  running.set(kind, launched);
  return launched;
}

/** Ends a test file's use of a browser. A browser with a visitor that did not leave is closed. */
export async function returnChromium(browser: Browser): Promise<void> {
  if (browser.contexts().length > 0) await browser.close();
}
