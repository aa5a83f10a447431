/** The workshop before, during and after its date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fillIn, untilStep } from '../harness/dialogs.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const folder = copyFunnels();
const switched = visitSite({ funnels: folder });
const textOf = async (path: string): Promise<string> => {
  const response = await fetch(site.server.url + path);
  expect(response.status).toBe(200);
  return (await response.text()).replace(/<script.*?<\/script>|<style.*?<\/style>/gs, ' ');
};
const sells = /GARANTIR MINHA VAGA|Garantir minha vaga|Quero acesso VIP/;

describe('/workshop', () => {
  test('sells on any date until the switch is turned, as specified', async () => {
    const html = await textOf('/workshop');
    for (const words of ['GARANTIR MINHA VAGA', 'QUERO ACESSO VIP', 'RECOMENDADO', 'Começa em'])
      expect(html).toContain(words);
    expect(html).not.toContain('lista de espera');
  });

  test.each(['workshop.during', '2025-05-03T10:00:00-03:00'])('is in progress at %s', async (at) => {
    const html = await textOf(`/workshop?at=${at}`);
    expect(html).toContain('O workshop está acontecendo');
    expect(html).not.toMatch(sells);
  });

  test('is over afterwards: no purchase and no countdown', async () => {
    const html = await textOf('/workshop?at=workshop.after');
    expect(html).toContain('A próxima começa pela lista de espera');
    expect(html).not.toMatch(sells);
    expect(html).not.toContain('data-until');
    expect(html).not.toMatch(/R\$\s?297/);
  });

  test('is previewed without caching, and an invalid moment lists the valid ones', async () => {
    const shown = await fetch(`${site.server.url}/workshop?at=workshop.after`);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const refused = await fetch(`${site.server.url}/workshop?at=tomorrow`);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('workshop.after');
  });

  test('stores an entry on the waiting list', async () => {
    const { page, complaints } = await site.visit('/workshop?at=workshop.after');
    await page.locator('#hero [data-open="inscricao-standard"]').click();
    const dialog = page.locator('dialog[open]');
    await untilStep(dialog, 'espera');
    await fillIn(dialog.locator('form'), { name: 'Ana Lima', email: 'ana@exemplo.com.br', phone: '11987654321' });
    await dialog.getByRole('button', { name: 'Entrar na lista de espera' }).click();
    await dialog.getByText('Você está na lista').waitFor();
    expect(site.records('waiting_list')).toMatchObject([
      { name: 'Ana Lima', email: 'ana@exemplo.com.br', event: 'workshop', planType: 'standard' },
    ]);
    expect(site.records('workshop_leads')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('a page opened before the class sells nothing after it begins, and refers to the waiting list', async () => {
  const file = join(folder, 'site.yaml');
  const before = readFileSync(file, 'utf8');
  const workshop = async () => (await fetch(`${switched.server.url}/workshop`)).text();
  onTestFinished(async () => {
    writeFileSync(file, before);
    await expect.poll(workshop, { interval: 250 }).not.toContain('lista de espera');
  });
  const { page } = await switched.visit('/workshop');
  await page.locator('#investimento [data-open="inscricao-vip"]').click();
  const dialog = page.locator('dialog[open]');
  await untilStep(dialog, 'formulario');
  writeFileSync(file, before.replace('    phase: before', '    phase: auto'));
  await expect.poll(workshop, { timeout: 60_000, interval: 250 }).toContain('lista de espera');
  await fillIn(dialog.locator('[data-form]'), { name: 'Ana', email: 'tarde@exemplo.com.br', phone: '11987654321' });
  await dialog.locator('[type=submit]').click();
  expect(await dialog.locator('[data-form] [role=alert]:not([hidden])').textContent()).toBe(
    'As inscrições desta turma já se encerraram. Atualize a página para entrar na lista de espera.',
  );
  expect(switched.records('workshop_leads')).toEqual([]);
});

test('/matricula-efetuada promises a seat before, and the recording afterwards', async () => {
  expect(await textOf('/matricula-efetuada')).toContain('Seu lugar está garantido');
  const after = await textOf('/matricula-efetuada?at=workshop.after');
  expect(after).toContain('A sua turma já aconteceu');
  expect(after).not.toContain('calendario/workshop.ics');
  expect(after).not.toContain('link do dia');
});

test('the packages are replaced by one call to the waiting list, with its reasons', async () => {
  const { page } = await site.visit('/workshop?at=workshop.after');
  const place = page.locator('#investimento');
  expect(await place.locator('li').count()).toBe(3);
  await place.getByRole('link', { name: 'Entrar na lista de espera' }).click();
  await untilStep(page.locator('dialog[open]'), 'espera');
});

describe('metadata follows the moment', () => {
  const headOf = async (path: string) => {
    const html = await (await fetch(site.server.url + path)).text();
    const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
    return { html, description: meta('description'), social: meta('og:description') };
  };

  test('description and card of /workshop invite before, and name the waiting list afterwards', async () => {
    const before = await headOf('/workshop');
    expect(before.description).toContain('grave 30 dias de conteúdo em um só dia');
    expect(before.social).toContain('Turma de 15 pessoas');
    for (const moment of ['during', 'after']) {
      const later = await headOf(`/workshop?at=workshop.${moment}`);
      for (const text of [later.description, later.social]) expect(text).toMatch(/lista de espera/);
      expect(later.html).not.toContain('Vagas limitadas por turma.');
    }
  });

  test('offers are in stock while the workshop is sold, and absent afterwards', async () => {
    expect((await headOf('/workshop')).html).toContain('"https://schema.org/InStock"');
    for (const moment of ['during', 'after'])
      expect((await headOf(`/workshop?at=workshop.${moment}`)).html).not.toContain('InStock');
  });

  test('/aguardando-pagamento promises a seat before, access during, and the recording afterwards', async () => {
    expect(await textOf('/aguardando-pagamento')).toContain('Seu lugar fica reservado');
    for (const [moment, says] of [
      ['during', 'O workshop está acontecendo'],
      ['after', 'você recebe a gravação'],
    ]) {
      const text = await textOf(`/aguardando-pagamento?at=workshop.${moment}`);
      expect(text).toContain(says);
      expect(text).not.toMatch(/Seu lugar fica reservado|Salve a data/);
    }
  });
});
