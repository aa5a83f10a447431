/** A press of the button is not lost where leaving a field shows another one, which moves the button. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFixture } from '../harness/fixture-sites.ts';
import { isAwake, visitSite } from '../harness/site-visits.ts';

const funnel = `funnel: ligar
title: Podemos ligar?
fields:
  fone: { type: tel, label: Telefone, pii: phone, countries: any }
  hora: { type: time, label: Quando?, when: fone_country == 'PT', required: Diga quando }
`;
const funnels = copyFixture('fields');
mkdirSync(join(funnels, 'ligar'));
writeFileSync(join(funnels, 'ligar/ligar.funnel.yaml'), funnel);
const site = visitSite({ funnels });

test('a form is submitted though the country of its number shows a field above the button', async () => {
  const { page, driver, complaints } = await site.visit('/ligar');
  const phone = page.locator('[name=fone]');
  const time = page.locator('[name=hora]');
  await phone.fill('00351 912345678');
  await expect.poll(() => isAwake(page)).toBe(true);
  expect(await time.isVisible()).toBe(false);
  await driver.submit();
  await expect
    .poll(() =>
      page
        .locator('p[id$="hora-error"]:not([hidden])')
        .textContent({ timeout: 1000 })
        .catch(() => null),
    )
    .toBe('Diga quando');
  expect(await phone.inputValue()).toBe('912 345 678');
  expect(await page.locator('[name=fone_country]').inputValue()).toBe('PT');
  await time.fill('10:30');
  await driver.submit();
  await driver.expectScreen('thanks');
  expect(site.records('ligar_leads')).toMatchObject([{ fone: '+351912345678', fone_country: 'PT', hora: '10:30' }]);
  expect(complaints).toEqual([]);
});
