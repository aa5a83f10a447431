import { expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { copyFixture } from '../harness/fixture-sites.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({
  funnels: copyFixture('landing', [
    ['leads.api.yaml', '    records: leads\n', '    records: leads\n    protect: { honeypot: true }\n'],
    // Tracking is another test's.
    ['site.yaml', "    id: '123456789012345'\n", ''],
  ]),
  env: { TRACES: 'off' },
});

test.each([false, true])('a field that people do not see is reported by the island: filled %s', async (filled) => {
  const { page } = await site.visit('/');
  const trap = page.locator('#overlay-vip [name=_website]');
  if (!filled) expect(await violations(page)).toEqual([]);
  await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
  const overlay = page.locator('#overlay-vip');
  await expect.poll(() => overlay.locator('[data-state]').count()).toBe(1);
  // Its parent clips it.
  expect(await trap.locator('..').boundingBox()).toMatchObject({ width: 1, height: 1 });
  if (filled) await trap.evaluate((each: HTMLInputElement) => (each.value = 'https://spam.example'));
  await overlay.locator('[name=name]').fill('Ana Souza');
  await overlay.locator('[name=email]').fill('ana@x.example');
  await overlay.locator('[name=phone]').fill('(11) 98765-4321');
  const request = page.waitForRequest('**/api/leads');
  await overlay.locator('[type=submit]').click();
  const headers = (await request).headers();
  expect(headers['form-trap']).toBe(filled ? '1' : undefined);
});
