/**
 * Random taps at random moments of a page's first second: each walk ends where the machine does, and each event is traced
 * once. `npm run walks` makes a thousand of them.
 */
import { expect, test } from 'vitest';
import { screenOf, startSession } from '../../engine/session/session.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { chosen } from '../harness/diagnostic.ts';
import { expectedOf, type MadeTap, randomTaps, tapAlone } from '../harness/early-taps.ts';
import { browserForWalks, eventsIn, expectWalks, openSlowly, screenAt, storedTrace } from '../harness/early-walks.ts';
import { startAt } from '../harness/engine-driver.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { madeTaps } from '../harness/page-taps.ts';
import { settled } from '../harness/painted.ts';
import { randomFrom } from '../harness/random-visit.ts';
import { isAwake, visitSite } from '../harness/site-visits.ts';

const walks = Number(process.env['STEP_WALKS'] ?? 8);
const first = Number(process.env['STEP_SEED'] ?? 1);
// Collects traces, so an island wakes after the first event.
const traced = visitSite({ alone: true });
const flow = compiledFlow(await loadFunnels(), 'diagnostico');

const browser = browserForWalks();

async function walk(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const taps = randomTaps(random, 4 + Math.floor(random.next() * 12));
  const { page, complaints, leave } = await openSlowly(browser(), random);
  try {
    await tapAlone(page, taps);
    await page.goto(`${traced.server.url}/quiz`, { waitUntil: 'commit' });
    const made = await madeTaps<MadeTap>(page);
    const { session } = startSession(flow, startAt({ screen: 'quiz' }));
    const expected = expectedOf(session, taps, made);
    const what = `seed ${seed}: ${JSON.stringify(taps)}, made ${JSON.stringify(made)}`;
    const { id, question } = screenOf(expected.session);
    await expect.poll(() => screenAt(page), { message: what }).toBe(id);
    if (expected.events.length > 0) await expect.poll(() => isAwake(page), { message: what }).toBe(true);
    // The island is awake: nothing may change any more.
    await settled(page);
    if (question !== null) {
      expect(await page.locator('[data-question]').getAttribute('data-question'), what).toBe(question.item.id);
      expect(await chosen(page), what).toEqual(question.selected === null ? [] : [String(question.selected)]);
    } else expect(await page.evaluate(() => location.pathname), what).toBe('/identificacao');
    if (expected.events.length > 0) {
      const visitId = await page.evaluate(() => window.funnel?.landing.visitId as string);
      await expect
        .poll(() => eventsIn(storedTrace(traced.server.dataDir, visitId)), { message: what })
        .toHaveLength(expected.events.length);
      const lines = storedTrace(traced.server.dataDir, visitId);
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
  await expectWalks(walks, first, walk);
});
