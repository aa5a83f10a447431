/** Extensions of a site on a page: the browser and the server run the same code. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { startSink } from '../harness/sink.ts';
import { projectRoot } from '../harness/site-server.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const home = mkdtempSync(join(tmpdir(), 'extensions-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
cpSync(join(projectRoot, 'test/fixtures/extensions'), home, { recursive: true });

const crm = await startSink();
afterAll(() => crm.stop());
const site = visitSite({
  funnels: join(home, 'funnels'),
  env: { TRUST_PROXY: '1', CRM_URL: crm.url, CRM_TOKEN: 'token-of-the-test' },
});
let clients = 0;

const person = { nome: 'Ana Souza', email: 'ana@example.com' };
/** Documents, and what each is refused with. */
const documents: readonly (readonly [documento: string, empresa: string, errors: Readonly<Record<string, string>>])[] =
  [
    ['529.982.247-26', '', { documento: 'Confira o CPF.' }],
    ['111.111.111-11', '11.222.333/0001-82', { documento: 'Confira o CPF.', empresa: 'Confira o CNPJ.' }],
    ['529.982.247-25', '529.982.247-25', { empresa: 'Confira o CNPJ.' }],
    ['529.982.247-25', '11.222.333/0001-81', {}],
  ];

/** What the server answers to values that no browser has judged. */
async function judgedByServer(documento: string, empresa: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${site.server.url}/api/cadastro`, {
    method: 'POST',
    // Each from an address of its own, because of the rate limit.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++clients % 250}` },
    body: JSON.stringify({ ...person, documento, empresa }),
  });
  if (response.ok) return {};
  return ((await response.json()) as { errors: Readonly<Record<string, string>> }).errors;
}

describe('a rule of the site', () => {
  test('gives the same verdicts in the browser and on the server', async () => {
    const { page, driver, complaints } = await site.visit('/');
    const calls = watchCalls(page);
    await driver.type('nome', person.nome);
    await driver.type('email', person.email);
    for (const [documento, empresa, errors] of documents) {
      expect(await judgedByServer(documento, empresa)).toEqual(errors);
      const before = calls.length;
      await driver.type('documento', documento);
      await driver.type('empresa', empresa);
      await driver.submit();
      for (const [field, message] of Object.entries(errors)) {
        await expect.poll(() => page.locator(`[name=${field}]`).first().getAttribute('aria-invalid')).toBe('true');
        await driver.expectFieldError(field, message);
      }
      if (Object.keys(errors).length > 0) expect(calls.length).toBe(before);
    }
    await page.getByText('Recebemos o cadastro').waitFor();
    // A function of the site, with what was entered on this page.
    expect(await page.locator('main').textContent()).toContain('Até logo, AS.');
    expect(site.records('cadastro_leads').at(-1)).toEqual(
      expect.objectContaining({ documento: '52998224725', empresa: '11.222.333/0001-81' }),
    );
    expect(complaints).toEqual([]);
  });

  test('and a connector of the site sends what a form has stored', async () => {
    await expect.poll(() => crm.requests.length).toBeGreaterThan(0);
    const { path, headers, body } = crm.requests[0] as (typeof crm.requests)[number];
    expect([path, headers.authorization]).toEqual(['/contacts', 'Bearer token-of-the-test']);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(body)).toMatchObject({ list: 'leads', contact: { nome: 'Ana Souza', email: 'ana@example.com' } });
  });

  test('judges a form that is posted without JavaScript', async () => {
    const { page } = await site.visit('/', { javaScriptEnabled: false });
    await page.locator('[name=nome]').fill(person.nome);
    await page.locator('[name=email]').fill(person.email);
    await page.locator('[name=documento]').fill('529.982.247-26');
    await page.locator('[type=submit]').click();
    await page.getByText('Confira o CPF.').first().waitFor();
    // The server computes a function of the site with what was entered.
    await page.locator('[name=documento]').fill('529.982.247-25');
    await page.locator('[type=submit]').click();
    await page.getByText('Até logo, AS.').waitFor();
  });

  test('is fetched only with a form that has it, and is cached by its content', async () => {
    const { page, driver } = await site.visit('/');
    const fetched = page.waitForResponse((response) => response.url().endsWith('/rules/cpf.js'));
    await driver.type('nome', person.nome);
    const headers = await (await fetched).allHeaders();
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toContain('text/javascript');
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test('changes while the site runs; one that does not run is refused, and the last good one stays', async () => {
    const file = join(home, 'extensions/rules/cpf.ts');
    const text = readFileSync(file, 'utf8');
    const stricter = text
      .replace('new Set(digits).size === 1', 'new Set(digits).size === 1 || digits[0] === 5')
      .replace("['529.982.247-25', '52998224725']", "['111.444.777-35']");
    writeFileSync(file, stricter);
    const [, , errors] = documents[0] as (typeof documents)[number];
    await expect.poll(() => judgedByServer('529.982.247-25', '')).toEqual(errors);
    expect(await judgedByServer('111.444.777-35', '')).toEqual({});
    writeFileSync(file, text.replace('digits.length !== 11', 'digits.length !== '));
    await expect
      .poll(() => site.server.output())
      .toMatch(/\.\.\/extensions\/rules\/cpf\.ts:\d+:\d+ error extension-broken/);
    expect(await judgedByServer('111.444.777-35', '')).toEqual({});
    writeFileSync(file, text);
    await expect.poll(() => judgedByServer('529.982.247-25', '')).toEqual({});
  });
});

describe('a block of the site', () => {
  test.each([320, 1440])('is static HTML in the look of the site, %i px wide', async (width) => {
    const { page, complaints } = await site.visit('/precos', { viewport: { width, height: 800 } });
    const table = page.getByRole('table');
    expect(await table.getByRole('rowheader').allTextContents()).toEqual([
      'Plano mensal',
      'Plano anualdois meses grátis',
    ]);
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('Planos da Words');
    // The styles of the block are in the page, with the colours of the theme.
    const [row, line] = await Promise.all([
      page.locator('.extension-price-table__best').evaluate((element) => getComputedStyle(element).backgroundColor),
      page
        .locator('.extension-price-table__name')
        .first()
        .evaluate((element) => getComputedStyle(element).borderBottomStyle),
    ]);
    expect([row, line]).toEqual(['rgb(255, 255, 255)', 'solid']);
    // A function of the site, with a constant and with how far the page is scrolled.
    const after = page.locator('#depois');
    expect(await after.textContent()).toContain('Fale com a W');
    expect(await after.isVisible()).toBe(false);
    await page.setViewportSize({ width, height: 320 });
    await page.mouse.wheel(0, 400);
    await after.waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
