/** Visits to a page whose code arrives late and whose processor is slow, in a number that a test chooses. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { parseTrace } from '../../server/traces/read.ts';
import { chromiumArgs } from '../../tools/chromium.ts';
import { launchChromium, openVisitor, type Visitor, viewports } from './chromium.ts';
import type { Random } from './random-visit.ts';
import { tracesIn } from './traces.ts';

const together = 4;
const mostFailures = 10;

/**
 * A browser for the tests of a file. Pages of the shared browser have one process, so the slowest processor of all walks would
 * apply to each.
 */
export function browserForWalks(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium({ args: [...chromiumArgs, '--disable-gpu'] });
  });
  afterAll(() => browser.close());
  return () => browser;
}

/** The screen of a page. The attribute of the screen is the boot script's, that of the state also the island's. */
export const screenAt = (page: Page): Promise<string | undefined> =>
  page.locator('[data-island]').evaluate(({ dataset }) => dataset['state']?.replace('.ready', '') ?? dataset['screen']);

/** A visitor whose scripts arrive at random moments of the first second. */
export async function openSlowly(browser: Browser, random: Random): Promise<Visitor> {
  const visitor = await openVisitor(browser, { viewport: viewports.phone });
  const { page } = visitor;
  const delay = Math.floor(random.next() * 800);
  await page.route('**/_f/assets/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, delay * random.next()));
    // The page may have been left.
    await route.continue().catch(() => {});
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: random.pick([1, 2, 4]) });
  return visitor;
}

/** The lines of a visit's trace, as the server stores them; none before they arrive. */
export function storedTrace(dataDir: string, visitId: string): TraceLine[] {
  const [stored] = tracesIn(dataDir, visitId);
  return stored === undefined ? [] : parseTrace(stored.text);
}

/** The events of visitors and of what they wait for, in order. */
export const eventsIn = (lines: readonly TraceLine[]): SessionEvent[] =>
  lines.flatMap((line) => (line.kind === 'step' && line.event !== null ? [line.event as SessionEvent] : []));

/** Makes several walks at a time and expects that all succeed. @param first the seed of the first */
export async function expectWalks(walks: number, first: number, walk: (seed: number) => Promise<void>): Promise<void> {
  const failures: string[] = [];
  let started = 0;
  let ended = 0;
  const walkOn = async (): Promise<void> => {
    while (started < walks && failures.length < mostFailures) {
      const seed = first + started++;
      await walk(seed).catch((failure: unknown) => {
        failures.push(`seed ${seed}: ${failure}`);
        // At once, because a long run may be cut before its end.
        console.log(failures.at(-1));
      });
      ended += 1;
      if (walks >= 100 && ended % 50 === 0) console.log(`${ended} walks, ${failures.length} failed`);
    }
  };
  await Promise.all(Array.from({ length: together }, walkOn));
  expect(failures).toEqual([]);
  expect(ended).toBe(walks);
}
