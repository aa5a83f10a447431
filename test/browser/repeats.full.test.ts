/** Groups that repeat and rounds of questions in Chromium: by keyboard, over a reload and Back, and without scripts. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { patience } from '../harness/patience.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ funnels: fixtureFolder('fields') });

const names = (page: Page): Promise<string[]> =>
  page
    .locator('[data-entry] [name$=_nome]')
    .evaluateAll((all) => all.map((each) => `${(each as HTMLInputElement).name} ${(each as HTMLInputElement).value}`));
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
const errorAt = (page: Page, name: string): Promise<string | null> =>
  page.locator(`[id$="form-escritorio-${name}-error"]:not([hidden])`).textContent({ timeout: patience });
const add = 'Adicionar sócio';

test('entries are added and removed by keyboard, and kept over a reload', async () => {
  const { page, driver, complaints } = await site.visit('/escritorio');
  await page.locator('[name=escritorio]').fill('Prado & Lima');
  await page.locator('[name=socios_1_nome]').fill('Ana');
  await page.getByRole('button', { name: add }).press('Enter');
  await expect.poll(() => focused(page), { timeout: patience }).toBe('socios_2_nome');
  await page.keyboard.type('Bia');
  // Enter in a field submits the form, and removes no entry.
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('[id$="-error"]:not([hidden])').count(), { timeout: patience })
    .toBeGreaterThan(0);
  expect(await names(page)).toEqual(['socios_1_nome Ana', 'socios_2_nome Bia']);
  await page.getByRole('button', { name: add }).press('Space');
  await expect.poll(() => focused(page), { timeout: patience }).toBe('socios_3_nome');
  await page.keyboard.type('Caio');
  expect(await page.getByRole('button', { name: add }).count()).toBe(0);
  await page.locator('[name=socios_3_areas][value=outra]').check();
  await page.locator('[name=socios_3_areas_other]').fill('Mar');
  expect(await page.locator('[name=socios_2_areas_other]').isVisible()).toBe(false);
  await page.locator('[name=socios_3_cotas]').fill('30');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await horizontalOverflow(page)).toBe(0);

  await page.reload();
  await page.locator('[name=escritorio]').focus();
  await expect
    .poll(() => names(page), { timeout: patience })
    .toEqual(['socios_1_nome Ana', 'socios_2_nome Bia', 'socios_3_nome Caio']);

  await page.getByRole('button', { name: 'Remover Sócio 2' }).press('Enter');
  await expect.poll(() => names(page)).toEqual(['socios_1_nome Ana', 'socios_2_nome Caio']);
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Sócio 2: removido');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.querySelector('legend')?.textContent))
    .toBe('Sócio 2');
  expect(await page.locator('[name=socios_2_areas_other]').inputValue()).toBe('Mar');
  expect(await page.locator('[name=socios_2_cotas]').inputValue()).toBe('30');

  await page.locator('[name=socios_2_nome]').fill('');
  await page.locator('[name=cotas][value=yes]').check();
  await driver.submit();
  await expect.poll(() => errorAt(page, 'socios_2_nome')).toBe('Diga quem é.');
  await page.locator('[name=socios_2_nome]').fill('Caio');
  await driver.submit();
  await driver.expectScreen('thanks');
  const [lead] = site.records('escritorio_leads').filter((each) => each['escritorio'] === 'Prado & Lima');
  expect(lead).toMatchObject({
    escritorio: 'Prado & Lima',
    socios: [
      { nome: 'Ana', email: '', areas: [], cotas: 0 },
      { nome: 'Caio', email: '', areas: ['outra'], areas_other: 'Mar', cotas: 30 },
    ],
    cotas: 'yes',
  });
  expect(Object.keys(lead ?? {}).filter((name) => name.startsWith('socios_'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('without scripts, buttons of the form add and remove entries', async () => {
  const { page, driver, complaints } = await site.visit('/escritorio', { javaScriptEnabled: false });
  await page.locator('[name=escritorio]').fill('Sem script');
  await page.locator('[name=socios_1_nome]').fill('Ana');
  await page.getByRole('button', { name: add }).click();
  await page.locator('[name=socios_2_nome]').fill('Bia');
  await page.getByRole('button', { name: add }).click();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/socios_count-3$/);
  await page.waitForLoadState();
  await page.locator('[name=socios_3_nome]').fill('Caio');
  await page.locator('[name=socios_3_areas][value=civil]').check();
  expect(await page.getByRole('button', { name: add }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remover Sócio 1' }).click();
  await expect.poll(() => names(page)).toEqual(['socios_1_nome Bia', 'socios_2_nome Caio']);
  await page.waitForLoadState();
  expect(await page.locator('[name=socios_2_areas][value=civil]').isChecked()).toBe(true);
  expect(await page.locator('[name=escritorio]').inputValue()).toBe('Sem script');
  await page.locator('[name=socios_2_nome]').fill('');
  await page.locator('[name=cotas][value=no]').check();
  // Enter submits the form, and presses no button of an entry.
  await page.locator('[name=socios_1_nome]').press('Enter');
  await expect.poll(() => errorAt(page, 'socios_2_nome')).toBe('Diga quem é.');
  await page.locator('[name=socios_2_nome]').fill('Caio');
  await driver.submit();
  await driver.expectScreen('thanks');
  const [lead] = site.records('escritorio_leads').filter((each) => each['escritorio'] === 'Sem script');
  expect(lead).toMatchObject({
    socios: [
      { nome: 'Bia', areas: [] },
      { nome: 'Caio', areas: ['civil'] },
    ],
  });
  expect(complaints).toEqual([]);
});

test.each([true, false])(
  'a round of questions follows for each chosen option, with JavaScript: %s',
  async (javaScriptEnabled) => {
    const nome = `Ana ${javaScriptEnabled}`;
    const { page, driver, complaints } = await site.visit('/canais', { javaScriptEnabled });
    const grade = (channel: string, value: number) =>
      page.locator(`[name=canais_${channel}_nota][value="${value}"]`).check();
    await driver.press('begin');
    await driver.expectScreen('questions');
    await page.locator('[name=canais][value=redes]').check();
    await page.locator('[name=canais][value=busca]').check();
    await driver.submit();
    await driver.expectScreen('questions-canais-busca-nota');
    expect(await page.getByRole('heading', { name: 'Que nota você dá a Busca?' }).count()).toBe(1);
    await grade('busca', 2);
    await driver.submit();
    await driver.expectScreen('questions-canais-busca-motivo');
    await page.locator('[name=canais_busca_motivo]').fill('Tempo');
    await driver.submit();
    await driver.expectScreen('questions-canais-redes-nota');
    if (javaScriptEnabled) {
      await page.reload();
      await driver.expectScreen('questions-canais-redes-nota');
      await driver.back();
      await driver.expectScreen('questions-canais-busca-motivo');
      expect(await page.locator('[name=canais_busca_motivo]').inputValue()).toBe('Tempo');
      await driver.submit();
      await driver.expectScreen('questions-canais-redes-nota');
    }
    await grade('redes', 5);
    await driver.submit();
    await page.locator('[name=nome]').fill(nome);
    await driver.submit();
    await driver.expectScreen('thanks');
    const [lead] = site.records('canais_leads').filter((each) => each['nome'] === nome);
    expect(lead).toMatchObject({ canais_busca_nota: 2, canais_busca_motivo: 'Tempo', canais_redes_nota: 5 });
    expect(lead).not.toHaveProperty('canais_redes_motivo');
    expect(complaints).toEqual([]);
  },
);
