/** A list of 5,570 options is searched and sent, in a form and as a question. */
import { expect, test } from 'vitest';
import { cityAt, cityCode, longListSite, municipalities } from '../harness/long-list.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ funnels: longListSite() });
const wanted = municipalities - 1;
/** Without its accents and capitals. */
const typed = cityAt(wanted).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

test.each([true, false])('a form (JavaScript: %s)', async (javaScriptEnabled) => {
  const { page, driver, complaints } = await site.visit('/cidades', { javaScriptEnabled });
  const list = page.locator('[name=cidade]');
  const options = () => list.locator('option').count();
  expect(await options()).toBe(municipalities + 1);
  if (javaScriptEnabled) {
    const search = page.getByLabel('Cidade: procurar na lista');
    await search.fill('a');
    // What is found is drawn in part, and counted in full.
    await expect.poll(options).toBe(101);
    await page.getByText(/\d{4} opções encontradas/).waitFor();
    await search.fill(typed);
    await expect.poll(options).toBe(2);
    // What asks for a choice is none of the options that were found.
    expect(await list.locator('option[value=""]').isHidden()).toBe(true);
    await search.press('Enter');
    await expect.poll(options).toBe(municipalities + 1);
  } else await list.selectOption(cityCode(wanted));
  expect(await list.inputValue()).toBe(cityCode(wanted));
  const email = `cidade-${javaScriptEnabled}@exemplo.com.br`;
  await driver.type('email', email);
  await driver.submit();
  await driver.expectScreen('thanks');
  expect(site.records('cidades_leads').find((lead) => lead['email'] === email)).toMatchObject({
    cidade: cityCode(wanted),
  });
  expect(complaints).toEqual([]);
});

test('a question, whose answer is repeated by its label', async () => {
  const { page, driver, complaints } = await site.visit('/cidade-perguntada');
  await driver.press('begin');
  const search = page.getByLabel('Em que cidade você mora?: procurar na lista');
  await search.fill(cityAt(0));
  const list = page.locator('[name=cidade]');
  await expect.poll(() => list.locator('option').count()).toBeLessThan(municipalities);
  await search.press('Enter');
  await expect.poll(() => list.inputValue()).toBe(cityCode(0));
  await driver.submit();
  await page
    .getByText(`Por que ${cityAt(0)}?`)
    .first()
    .waitFor();
  await driver.type('motivo', 'Trabalho');
  await driver.submit();
  await driver.type('email', 'pergunta@exemplo.com.br');
  await driver.submit();
  await driver.expectScreen('thanks');
  expect(site.records('cidade_perguntada_leads')).toMatchObject([{ cidade: cityCode(0), motivo: 'Trabalho' }]);
  expect(complaints).toEqual([]);
});
