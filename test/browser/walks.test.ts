/**
 * Random taps at random moments of a page's first second: each walk ends where the machine does, and each event is traced
 * once. `npm run walks` makes a thousand of them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenOf, startSession } from '../../engine/session/session.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { parseTrace } from '../../server/traces/read.ts';
import { chromiumArgs } from '../../tools/chromium.ts';
import { launchChromium, openVisitor, viewports } from '../harness/chromium.ts';
import { chosen } from '../harness/diagnostic.ts';
import { expectedOf, randomTaps, tapAlone, tapped } from '../harness/early-taps.ts';
import { startAt } from '../harness/engine-driver.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { randomFrom } from '../harness/random-visit.ts';
import { isAwake, visitSite } from '../harness/site-visits.ts';

const walks = Number(process.env['STEP_WALKS'] ?? 8);
const first = Number(process.env['STEP_SEED'] ?? 1);
const together = 4;
const mostFailures = 10;
// Collects traces, so an island wakes after the first event.
const traced = visitSite({ alone: true });
const flow = compiledFlow(await loadFunnels(), 'diagnostico');

// Not the shared browser: its pages have one process, so the slowest processor of all walks would apply to each.
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium({ args: [...chromiumArgs, '--disable-gpu'] });
});
afterAll(() => browser.close());

const screenAt = (page: Page) =>
  page.locator('[data-island]').evaluate(({ dataset }) => dataset['state']?.replace('.ready', '') ?? dataset['screen']);

/** The trace of a page, as the server stores it. The server names its folder by the day. */
function traceOf(visitId: string): TraceLine[] {
  const folder = join(traced.server.dataDir, 'traces');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const file = files.find((name) => name.includes(visitId) && name.endsWith('.jsonl'));
  return file === undefined ? [] : parseTrace(readFileSync(join(folder, file), 'utf8'));
}

const eventsIn = (lines: readonly TraceLine[]) =>
  lines.flatMap((line) => (line.kind === 'step' && line.event !== null ? [line.event] : []));

async function walk(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const taps = randomTaps(random, 4 + Math.floor(random.next() * 12));
  const { page, complaints, leave } = await openVisitor(browser, { viewport: viewports.phone });
  try {
    const delay = Math.floor(random.next() * 800);
    await page.route('**/_f/assets/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, delay * random.next()));
      // The page may have been left.
      await route.continue().catch(() => {});
    });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: random.pick([1, 2, 4]) });
    await tapAlone(page, taps);
    await page.goto(`${traced.server.url}/quiz`, { waitUntil: 'commit' });
    const gone = await tapped(page);
    const { session } = startSession(flow, startAt({ screen: 'quiz' }));
    const expected = expectedOf(session, taps, gone);
    const what = `seed ${seed}: ${JSON.stringify(taps)}, back to ${JSON.stringify(gone)}`;
    const { id, question } = screenOf(expected.session);
    await expect.poll(() => screenAt(page), { message: what }).toBe(id);
    if (expected.events.length > 0) await expect.poll(() => isAwake(page), { message: what }).toBe(true);
    // The island is awake: nothing may change any more.
    await page.waitForTimeout(50);
    if (question !== null) {
      expect(await page.locator('[data-question]').getAttribute('data-question'), what).toBe(question.item.id);
      expect(await chosen(page), what).toEqual(question.selected === null ? [] : [String(question.selected)]);
    } else expect(await page.evaluate(() => location.pathname), what).toBe('/identificacao');
    if (expected.events.length > 0) {
      const visitId = await page.evaluate(() => window.funnel?.landing.visitId as string);
      await expect.poll(() => eventsIn(traceOf(visitId)), { message: what }).toHaveLength(expected.events.length);
      const lines = traceOf(visitId);
      expect(eventsIn(lines), what).toEqual(expected.events);
      expect(replayTrace(flow, lines).divergence, what).toBeNull();
    }
    expect(complaints, what).toEqual([]);
  } finally {
    await leave();
  }
}

test(`${walks} walks end where the machine does, and each event is traced once`, {
  timeout: 60_000 + walks * 6_000,
  retry: 0,
}, async () => {
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
});
