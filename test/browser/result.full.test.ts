import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite();
let definition: SiteDefinition;
beforeAll(async () => {
  definition = await loadFunnels();
});

interface Outcome {
  readonly answers: readonly number[];
  readonly score: number;
  readonly level: 'VISIVEL' | 'INTERMEDIARIO' | 'CRITICO';
  readonly focusPillar: 'IDENTIDADE' | 'CONTEUDO' | 'AUTORIDADE';
}

/**
 * Results of the specification's rules, computed by hand: 4 answers of at most 10, thresholds 70 and 40, the first of
 * equals.
 */
const outcomes: Outcome[] = [
  { answers: [10, 10, 10, 10], score: 100, level: 'VISIVEL', focusPillar: 'IDENTIDADE' },
  { answers: [10, 10, 10, 0], score: 75, level: 'VISIVEL', focusPillar: 'AUTORIDADE' },
  { answers: [10, 0, 5, 10], score: 63, level: 'INTERMEDIARIO', focusPillar: 'CONTEUDO' },
  { answers: [5, 0, 5, 5], score: 38, level: 'CRITICO', focusPillar: 'IDENTIDADE' },
  { answers: [0, 0, 0, 0], score: 0, level: 'CRITICO', focusPillar: 'IDENTIDADE' },
];

const labels = { VISIVEL: 'Escalar agora', INTERMEDIARIO: 'Corrigir meu perfil', CRITICO: 'Sair da invisibilidade' };
const bars = { VISIVEL: 'good', INTERMEDIARIO: 'fair', CRITICO: 'poor' };

/** A visitor who has completed the diagnostic. */
async function finished({ answers, score, level, focusPillar }: Outcome): Promise<string> {
  const uid = randomUUID();
  const timestamp = new Date().toISOString();
  const bodies = {
    start: { uid, nome: 'Maria Clara Souza', email: 'maria@exemplo.com.br', wa: '(11) 98765-4321', timestamp },
    finish: { uid, answers, score, level, focusPillar, timestamp },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const response = await fetch(`${site.server.url}/api/diagnostico/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  }
  return uid;
}

/** A table of the flow's texts. */
const textsOf = (...path: string[]): Record<string, unknown> =>
  path.reduce<unknown>(
    (at, key) => (at as Record<string, unknown>)[key],
    definition.flows['diagnostico']?.texts,
  ) as Record<string, unknown>;

describe.each(outcomes)('$answers', (outcome) => {
  const { score, level, focusPillar } = outcome;
  test(`is ${score} %, ${level}, ${focusPillar}: bar, call to action, pillar and gift`, async () => {
    const uid = await finished(outcome);
    const { page, complaints } = await site.visit(`/resultado?uid=${uid}`);
    const meter = page.locator('[role=meter]');
    expect(await meter.getAttribute('aria-valuenow')).toBe(String(score));
    const bar = meter.locator('.score__bar');
    expect(await bar.getAttribute('class')).toContain(`score__bar--level_${bars[level]}`);
    const [red, green, blue] = await bar.evaluate((one) =>
      (getComputedStyle(one).borderTopColor.match(/\d+(\.\d+)?/g) ?? []).map(Number),
    );
    if (level === 'VISIVEL') expect(green).toBeGreaterThan(Math.max(red as number, blue as number));
    else expect(red).toBeGreaterThan(Math.max(green as number, blue as number));
    // Yellow has almost as much green as red; red has not.
    expect((green as number) / (red as number) > 0.5).toBe(level !== 'CRITICO');
    const run = await bar.evaluate((one) => one.getAnimations()[0]?.effect?.getComputedTiming().duration ?? null);
    expect(run === null || run === 1500).toBe(true);
    expect(await bar.evaluate((one) => getComputedStyle(one).animationDuration)).toBe('1.5s');

    // The ring is rotated by the missing fraction of half a turn.
    const turned = await bar.evaluate((one) => {
      for (const run of one.getAnimations()) run.finish();
      const { a, b } = new DOMMatrix(getComputedStyle(one).transform);
      return (Math.atan2(b, a) * 180) / Math.PI;
    });
    expect(Math.abs(turned)).toBeCloseTo(180 - score * 1.8, 1);
    // The level and its meaning come first, in the largest heading of the page.
    const sizes = await page
      .locator('main :is(h1, h2, h3)')
      .evaluateAll((all) =>
        all.map((one) => ({ text: one.textContent, size: Number.parseFloat(getComputedStyle(one).fontSize) })),
      );
    expect(sizes[0]?.text).toBe(textsOf('levels', level)['title']);
    expect(Math.max(...sizes.slice(1).map(({ size }) => size))).toBeLessThan(sizes[0]?.size ?? 0);
    expect(await page.locator('main .eyebrow').first().textContent()).toBe(`Nível ${textsOf('levels', level)['name']}`);
    // With all the best answers, there is no priority pillar.
    expect(await page.getByText('Seu pilar prioritário').count()).toBe(score === 100 ? 0 : 1);

    const shown = ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');
    const texts = textsOf('levels', level);
    const pillar = textsOf('pillars', focusPillar);
    const gift = textsOf('gifts', level, focusPillar);
    const highlights = pillar['highlights'] as { title: string; text: string }[];
    expect(highlights).toHaveLength(5);
    for (const expected of [
      texts['title'],
      texts['text'],
      pillar['why'],
      pillar['bio'],
      pillar['posts'],
      ...highlights.flatMap(({ title, text }) => [title, text]),
      ...(pillar['ideas'] as string[]),
      gift['title'],
      gift['text'],
      ...(gift['steps'] as string[]),
    ])
      expect(shown).toContain(expected);
    expect(await page.locator('[data-send=talk]').textContent()).toBe(labels[level]);
    expect(complaints).toEqual([]);
  });
});

describe('the call to action', () => {
  const [outcome] = outcomes as [Outcome];

  test('begins to glow after 5 s', async () => {
    const { page } = await site.visit(`/resultado?uid=${await finished(outcome)}`);
    const glow = await page.locator('[data-send=talk]').evaluate((button) => {
      const [run] = button.getAnimations();
      if (run === undefined) return null;
      run.pause();
      const at = (ms: number) => {
        run.currentTime = ms;
        return getComputedStyle(button).boxShadow;
      };
      return { delay: getComputedStyle(button).animationDelay, early: at(4900), resting: at(0), later: at(6100) };
    });
    expect(glow?.delay).toBe('5s');
    expect(glow?.early).toBe(glow?.resting);
    expect(glow?.later).not.toBe(glow?.resting);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const still = await page.locator('[data-send=talk]').evaluate((button) => {
      const { animationName, animationDuration } = getComputedStyle(button);
      return animationName === 'none' || Number.parseFloat(animationDuration) <= 0.001;
    });
    expect(still).toBe(true);
  });

  test('pressed before hydration: the click is stored, the chat opens, then the thank-you page', async () => {
    const uid = await finished(outcome);
    const { page, driver, complaints } = await site.visit(`/resultado?uid=${uid}`);
    const opened = page.context().waitForEvent('page');
    await driver.press('talk');
    const { searchParams } = new URL((await opened).url());
    expect(searchParams.get('text')).toBe(textsOf('levels', outcome.level)['message']);
    await driver.expectScreen('obrigado');
    await expect.poll(() => page.locator('h1').textContent()).toBe('Obrigado, Maria!');
    await expect.poll(() => driver.address()).toBe(`/obrigado?uid=${uid}`);
    await expect
      .poll(() => site.records('diagnostico_clicks').filter((click) => click['uid'] === uid))
      .toEqual([
        { uid, level: 'VISIVEL', utm_src: 'quiz_completed', utm_level: 'VISIVEL', timestamp: expect.anything() },
      ]);
    expect(complaints).toEqual([]);
    await driver.back();
    await driver.expectScreen('resultado');
    await expect.poll(() => page.locator('[data-send=talk]').isVisible()).toBe(true);
  });

  test('opens the chat even if its click cannot be recorded', async () => {
    const { page, driver } = await site.visit(`/resultado?uid=${await finished(outcome)}`);
    await page.route('**/api/diagnostico/cta-click', (route) => route.fulfill({ status: 500, body: '' }));
    const opened = page.context().waitForEvent('page');
    await driver.press('talk');
    expect(new URL((await opened).url()).host).toBe('wa.me');
    await driver.expectScreen('obrigado');
    await expect.poll(() => page.locator('#toasts .toast').count()).toBe(0);
  });

  test('of the group posts a separate click, opens the group, and the visitor stays', async () => {
    const uid = await finished(outcome);
    const { page, driver } = await site.visit(`/resultado?uid=${uid}`);
    const calls = watchCalls(page);
    const opened = page.context().waitForEvent('page');
    await driver.press('group');
    const facts = definition.site.facts as { links: { resultGroup: string } };
    expect((await opened).url()).toBe(facts.links.resultGroup);
    await driver.expectScreen('resultado');
    await expect
      .poll(() => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body })))
      .toEqual([
        { path: '/api/diagnostico/cta-click', body: { uid, event_type: 'group_click', timestamp: expect.anything() } },
      ]);
    await expect
      .poll(() => site.records('diagnostico_clicks').filter((click) => click['uid'] === uid))
      .toEqual([{ uid, event_type: 'group_click', timestamp: expect.anything() }]);
  });

  test('pressed twice opens one chat', async () => {
    const uid = await finished(outcome);
    const { page } = await site.visit(`/resultado?uid=${uid}`);
    const pages: string[] = [];
    page.context().on('page', (one) => pages.push(one.url()));
    await page.locator('[data-send=talk]').dblclick();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Obrigado, Maria!');
    // Pages are reported in the order in which they are opened.
    await page.context().newPage();
    await expect.poll(() => pages.length).toBeGreaterThan(1);
    expect(pages).toHaveLength(2);
  });
});
