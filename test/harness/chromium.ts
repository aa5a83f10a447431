import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright';
import { type ChromiumKind, chromiumArgs, findChromium, shellArgs, wholeArgs } from '../../tools/chromium.ts';
import { outsideArgs } from './outside.ts';
import { patience } from './patience.ts';

/** Viewports of the acceptance: a phone, a tablet, a desktop. */
export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
} as const;

/** @param flags are added to those of the kind */
export const launchChromium = async (
  more: LaunchOptions = {},
  kind: ChromiumKind = 'shell',
  flags: readonly string[] = [],
): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(kind),
    args: [...chromiumArgs, ...(kind === 'shell' ? shellArgs : wholeArgs), ...(await outsideArgs()), ...flags],
    ...more,
  });

export interface Visitor {
  readonly page: Page;
  /** Console errors and warnings, and errors nobody caught. */
  readonly complaints: string[];
  leave(): Promise<void>;
}

/** A visitor with a storage of their own. */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions = { viewport: viewports.phone },
): Promise<Visitor> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Chromium's own clock: on a busy machine what was asked for early is used late.
    if (message.text().includes('was preloaded using link preload but not used')) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    complaints,
    // A context that is closed while its page navigates may never report it; `returnChromium` then closes the browser.
    leave: () => Promise.race([context.close(), new Promise<void>((done) => setTimeout(done, 15_000))]),
  };
}
