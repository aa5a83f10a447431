/**
 * Random taps at random moments of a page's first second, also on the form behind the questions: each walk ends where the
 * machine does, each event is traced once, and each lead is stored once. `npm run walks` makes a thousand of them.
 */
import { expect, test, vi } from 'vitest';
import { screenOf, startSession } from '../../engine/session/session.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { chosen } from '../harness/diagnostic.ts';
import { expectedOf, type MadeTap, randomTaps, straightTaps, tapAlone } from '../harness/early-taps.ts';
import { browserForWalks, eventsIn, expectWalks, openSlowly, screenAt, storedTrace } from '../harness/early-walks.ts';
import { startAt } from '../harness/engine-driver.ts';
import { expectForm } from '../harness/form-outcome.ts';
import { addFormTaps, madeOfForm, randomFormTaps } from '../harness/form-taps.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { madeTaps } from '../harness/page-taps.ts';
import { settled } from '../harness/painted.ts';
import { patience } from '../harness/patience.ts';
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
  const isStraight = random.next() < 2 / 3;
  const taps = isStraight ? straightTaps(random, 4) : randomTaps(random, 4 + Math.floor(random.next() * 12));
  const formTaps = randomFormTaps(random);
  const { page, complaints, leave } = await openSlowly(browser(), random);
  try {
    await tapAlone(page, taps);
    await addFormTaps(page, formTaps, `w${seed}`);
    await page.goto(`${traced.server.url}/quiz`, { waitUntil: 'commit' });
    const made = await madeTaps<MadeTap>(page);
    const done = await madeOfForm(page);
    const { session } = startSession(flow, startAt({ screen: 'quiz' }));
    const expected = expectedOf(session, taps, made);
    const { id, question } = screenOf(expected.session);
    const what = `seed ${seed}: ${JSON.stringify(taps)}, made ${JSON.stringify(made)}, form ${JSON.stringify(done)}`;
    if (question !== null) await expect.poll(() => screenAt(page), { message: what }).toBe(id);
    if (expected.events.length > 0) await expect.poll(() => isAwake(page), { message: what }).toBe(true);
    // The island is awake: nothing may change any more.
    await settled(page);
    const { dataDir } = traced.server;
    const visitId = await page.evaluate(() => window.funnel?.landing.visitId as string);
    const linesNow = () => storedTrace(dataDir, visitId);
    if (question !== null) {
      expect(await page.locator('[data-question]').getAttribute('data-question'), what).toBe(question.item.id);
      expect(await chosen(page), what).toEqual(question.selected === null ? [] : [String(question.selected)]);
      if (expected.events.length > 0)
        await expect.poll(() => eventsIn(linesNow()), { message: what, timeout: patience }).toEqual(expected.events);
    } else {
      const leads = () =>
        traced.records('diagnostico_leads').filter(({ email }) => /^w(\d+)/.exec(`${email}`)?.[1] === `${seed}`);
      await vi
        .waitFor(() => expectForm(page, { flow, form: 'identificacao', done, lines: linesNow(), leads: leads() }), {
          timeout: patience,
          interval: 200,
        })
        .catch((error: Error) => {
          throw new Error(`${error.message} after ${what}, traced ${JSON.stringify(eventsIn(linesNow()))}`);
        });
      await expect
        .poll(() => eventsIn(linesNow()).slice(0, expected.events.length), { message: what, timeout: patience })
        .toEqual(expected.events);
    }
    if (expected.events.length > 0) expect(replayTrace(flow, linesNow()).divergence, what).toBeNull();
    expect(complaints.join('\n'), what).toBe('');
  } finally {
    await leave();
  }
}

test(`${walks} walks end where the machine does, and each event is traced once`, {
  timeout: 150_000 + walks * 6_000,
  retry: 0,
}, async () => {
  await expectWalks(walks, first, walk);
});
