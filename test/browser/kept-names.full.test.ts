/** Names that a page shows survive a reload and the history, although no address and no storage of the site shows them. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { answerAll, identify } from '../harness/diagnostic.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { serveHosts, servePixel } from '../harness/outside.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';
import { trackVisits } from '../harness/tracked-visits.ts';

const site = visitSite({ funnels: copyFunnels([withPixel]) });
const pixel = servePixel();
const outside = serveHosts(['wa.me'], () => ({ type: 'text/html', body: 'chat' }));
const visit = trackVisits(site, pixel);
const headline = (page: Page) => page.locator('h1').textContent();

describe('a name in the address that the pixel must not read', () => {
  test('is greeted after a reload, and after Back from another page', async () => {
    const { page, names, complaints } = await visit('/parabens-guia-enviado?nome=Ana');
    const isClean = () => new URL(page.url()).search;
    await expect.poll(() => headline(page)).toContain('Parabéns, Ana!');
    await expect.poll(names).toContain('PageView');
    await expect.poll(isClean).toBe('');
    for (const way of ['reload', 'back', 'reload again']) {
      if (way === 'back') {
        await page.goto(`${site.server.url}/agendamento-estrategico`);
        await page.goBack();
      } else await page.reload();
      await expect.poll(() => headline(page), { message: way }).toContain('Parabéns, Ana!');
      await expect.poll(isClean, { message: way }).toBe('');
    }
    const read = await page.evaluate(() => (window as unknown as { seen?: string[] }).seen);
    expect(JSON.stringify(read ?? [])).not.toContain('Ana');
    expect(complaints).toEqual([]);
  });
});

describe('after Back and a reload on the result', () => {
  test('Forward greets the visitor by a new call', async () => {
    outside.reach?.();
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [10, 5, 0, 5]);
    await identify(driver);
    await driver.submit();
    await driver.expectScreen('resultado');
    await driver.press('talk');
    await driver.expectScreen('obrigado');
    await expect.poll(() => headline(page)).toBe('Obrigado, Maria!');
    await page.goBack();
    await driver.expectScreen('resultado');
    await page.reload();
    await driver.expectScreen('resultado');
    const calls = watchCalls(page);
    await page.goForward();
    await driver.expectScreen('obrigado');
    await expect.poll(() => headline(page)).toBe('Obrigado, Maria!');
    // The result is no personal data, so that it is neither fetched nor counted again.
    const paths = calls.map(({ path }) => path).filter((path) => path.startsWith('/api/diagnostico/'));
    expect(paths).toEqual(['/api/diagnostico/user']);
  });
});
