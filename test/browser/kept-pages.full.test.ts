import { describe, expect, test } from 'vitest';
import { hasPaths } from '../../engine/flow/step-query.ts';
import { answerAll, chosen } from '../harness/diagnostic.ts';
import { answerScreen, snapshotOf, takesAnswers } from '../harness/flow-walk.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { untilFormRuns, visitSite } from '../harness/site-visits.ts';

// As in production. Chromium does not keep a page with `no-store` once its scripts have had a response: that of a trace.
const site = visitSite({ whole: true, env: { TRACES: 'off' } });
const definition = await loadFunnels();
const flows = Object.values(definition.flows).filter(hasPaths);

describe('returning to a page in the back-forward cache', () => {
  test.each(flows.map((flow) => [flow.flow, flow] as const))(
    'by Forward, the first screen of %s is unchanged, with its answers',
    async (_, flow) => {
      const { page, complaints } = await site.visit('/termos-de-uso');
      await page.goto(site.server.url + flow.steps[flow.start]?.path?.[0]);
      const screen = (await snapshotOf(page))?.screen ?? '';
      if (takesAnswers(flow, screen)) {
        await answerScreen(page, definition, flow, screen);
        await page.locator('[data-island][data-state]').waitFor();
        // The rules of the form write its number in the format of its mask.
        if (flow.steps[screen.split('.')[0] as string]?.kind === 'form') await untilFormRuns(page);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      }
      const seen = await snapshotOf(page);
      await page.evaluate(() => Object.assign(window, { kept: true }));
      await page.goBack({ waitUntil: 'commit' });
      await page.goForward({ waitUntil: 'commit' });
      await expect.poll(() => snapshotOf(page)).toEqual(seen);
      expect(await page.evaluate(() => 'kept' in window), 'the page came out of the back-forward cache').toBe(true);
      expect(complaints).toEqual([]);
    },
  );

  test('the quiz is unchanged', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    await driver.choose(5);
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await page.goto(`${site.server.url}/consultoria`);
    await driver.back();
    expect(await page.evaluate(() => 'kept' in window), 'the page came out of the back-forward cache').toBe(true);
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await driver.next();
    await driver.expectScreen('quiz.engajamento');
  });

  test('the sign-up can be sent again', async () => {
    const { page, driver } = await site.visit('/');
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await driver.submit();
    await page.waitForURL('**/consultoria?**');
    await driver.back();
    await page.waitForURL(`${site.server.url}/`);
    const submit = page.locator('form [type=submit]');
    await expect.poll(() => submit.textContent()).toBe('Quero saber mais');
    expect(await submit.isEnabled()).toBe(true);
  });
});
