/** Every type of field in Chromium: with a keyboard alone, without scripts, and with wrong values on both sides. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { setControls } from '../harness/controls.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { patience } from '../harness/patience.ts';
import { visitSite, watchCalls } from '../harness/site-visits.ts';

const site = visitSite({ funnels: fixtureFolder('fields') });

const wrong = {
  sede_postalCode: '123',
  endereco: 'escritorio',
  whats: '8765',
  advogados: '1,5',
  ticket: '1.000,001',
  verba: '99,99',
  fundacao: '1899-12-31',
  recesso: '2026-07-20',
  recesso_end: '2026-07-19',
  canais: ['indicacao', 'busca', 'redes'],
  ordem: ['preco', 'prazo', ''],
  assinatura: '-',
};

/** The messages of the fields, by name; none while the page arrives. */
const errorsOn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(document.readyState === 'loading' ? '_' : '[id$="-error"]:not([hidden])')].map(
        (error) => [error.id.replace(/^.*-form-\w+-|-error$|^form-\w+-/g, ''), error.textContent ?? ''],
      ),
    ),
  );

async function fill(page: Page, values: Readonly<Record<string, string | readonly string[]>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await setControls(page.locator(`[data-island] [name="${name}"]`), value);
}

const right = {
  nome: 'Ana Prado',
  sede_postalCode: '50000-000',
  sede_street: 'Rua do Sol, 1',
  sede_city: 'Recife',
  endereco: 'prado.adv.br',
  whats_country: 'PT',
  whats: '912 345 678',
  advogados: '1.200',
  ticket: '1.500,50',
  verba: 'R$ 1234,5',
  horas: '12.5',
  fundacao: '2004-05-17',
  recesso: '2026-07-20',
  recesso_end: '2026-07-31',
  horario: '14:30',
  estado: 'SP',
  equipe: 'no',
  motivo: 'Verba',
  nota: '4',
  estrelas: '5',
  indicaria: '10',
  humor: '5',
  carinho: '2',
  esforco: '7',
  foco: 'penal',
  canais: ['busca', 'redes'],
  servico_prazo: 'bom',
  servico_preco: 'otimo',
  ordem: ['qualidade', 'preco', 'prazo'],
  rede: 'instagram',
  perfil: '@prado',
  assinatura: 'Ana Prado',
};
const { assinatura: _, ...withoutSignature } = right;
const stored = {
  ...right,
  whats: '+351912345678',
  advogados: 1200,
  ticket: 1500.5,
  verba: 123_450,
  horas: 12.5,
  // 12.5 * 4 * 1500.5, in cents.
  custo: 7_502_500,
  nota: 4,
  estrelas: 5,
  indicaria: 10,
  humor: 5,
  carinho: 2,
  esforco: 7,
};

describe.each([
  ['with', true],
  ['without', false],
] as const)('%s JavaScript', (way, javaScriptEnabled) => {
  test('wrong values are refused with the messages of the server, and right ones are stored', async () => {
    const { page, driver, complaints } = await site.visit('/pesquisa', { javaScriptEnabled });
    await fill(page, wrong);
    await driver.submit();
    await expect.poll(() => errorsOn(page), { timeout: patience }).toHaveProperty('canais');
    const errors = await errorsOn(page);
    const reply = await fetch(`${site.server.url}/api/pesquisa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.server.url },
      body: JSON.stringify(wrong),
    });
    expect(reply.status).toBe(422);
    const body = (await reply.json()) as { errors: Record<string, string> };
    expect(errors).toEqual(body.errors);
    expect(errors).toEqual({
      nome: 'Preencha este campo.',
      sede_postalCode: 'Confira o CEP.',
      sede_street: 'Preencha este campo.',
      sede_city: 'Preencha este campo.',
      endereco: 'Confira este endereço: escreva algo como exemplo.com.br.',
      whats: 'Confira este número e o país dele.',
      advogados: 'Escreva um número inteiro.',
      ticket: 'Escreva um número, com até 2 casas decimais.',
      verba: 'Escreva R$\u00a0100,00 ou mais.',
      fundacao: 'Confira esta data.',
      recesso_end: 'O último dia não pode ser antes do primeiro.',
      estado: 'Escolha uma opção.',
      equipe: 'Escolha uma opção.',
      nota: 'Escolha uma opção.',
      estrelas: 'Escolha uma opção.',
      indicaria: 'Escolha uma opção.',
      foco: 'Escolha uma opção.',
      canais: 'Escolha no máximo dois',
      servico_prazo: 'Escolha uma opção.',
      servico_preco: 'Escolha uma opção.',
      ordem: 'Dê um lugar a cada opção, sem repetir nenhuma.',
      rede: 'Escolha uma opção.',
      assinatura: 'Assine, ou escreva o seu nome completo.',
    });
    if (javaScriptEnabled) {
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await horizontalOverflow(page)).toBe(0);
    }
    // A ranking: the browser frees an option from its other place, and the server refuses it twice.
    const order = (): Promise<string[]> =>
      page.locator('select[name=ordem]').evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
    await fill(page, { ordem: ['preco', 'prazo', 'qualidade'] });
    await page.locator('select[name=ordem]').last().selectOption('preco');
    if (javaScriptEnabled) {
      expect(await order()).toEqual(['qualidade', 'prazo', 'preco']);
      await page.getByRole('button', { name: '3º lugar: subir' }).press('Enter');
      expect(await order()).toEqual(['qualidade', 'preco', 'prazo']);
      await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Preço: 2º lugar');
      // The focus has followed the option.
      await page.keyboard.press('Enter');
      expect(await order()).toEqual(['preco', 'qualidade', 'prazo']);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('1º lugar: descer');
    } else {
      await driver.submit();
      await expect.poll(() => errorsOn(page), { timeout: patience }).toHaveProperty('ordem');
      expect(await order()).toEqual(['preco', 'prazo', 'preco']);
      expect(await page.locator('.ranking__move').first().isVisible()).toBe(false);
    }
    // A list is searched with a script only.
    expect(await page.locator('.options__search').isVisible()).toBe(javaScriptEnabled);
    // Options that are offered by a condition: the browser clears a choice, and the server refuses it.
    await fill(page, { equipe: 'yes', ajuda: 'time', turno: 'noite' });
    const helps = () =>
      page
        .locator('[name=ajuda]')
        .evaluateAll((all) =>
          all.filter((each) => each.checkVisibility()).map((each) => (each as HTMLInputElement).value),
        );
    expect(await helps()).toEqual(['eu', 'time', 'agencia']);
    await fill(page, { equipe: 'no', canais: [] });
    expect(await helps()).toEqual(javaScriptEnabled ? ['eu'] : ['eu', 'time', 'agencia']);
    if (javaScriptEnabled) {
      expect(await page.locator('[name=ajuda]:checked').count()).toBe(0);
      // A cleared choice clears what depends on it.
      expect(await page.locator('[name=turno]').inputValue()).toBe('');
      expect(await page.locator('[name=turno] option').allTextContents()).toEqual(['Escolha', 'De dia']);
    } else {
      await driver.submit();
      await expect
        .poll(() => errorsOn(page), { timeout: patience })
        .toMatchObject({ ajuda: 'Esta opção não combina com as suas outras respostas. Escolha outra.' });
      expect(await helps()).toEqual(['eu', 'time', 'agencia']);
      await fill(page, { ajuda: 'eu', turno: '' });
    }
    // An option that excludes the others: the browser clears what it excludes, and the server refuses both.
    const boxes = (): Promise<string[]> =>
      page.locator('[name=canais]:checked').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    await fill(page, { canais: ['busca'] });
    await page.locator('[name=canais][value=nenhum]').check();
    if (javaScriptEnabled) {
      expect(await boxes()).toEqual(['nenhum']);
      await page.locator('[name=canais][value=busca]').check();
      expect(await boxes()).toEqual(['busca']);
    } else {
      await driver.submit();
      await expect
        .poll(() => errorsOn(page), { timeout: patience })
        .toMatchObject({ canais: 'Não combina com outras opções: “Nenhum destes”.' });
      expect(await boxes()).toEqual(['busca', 'nenhum']);
    }
    const nome = `Ana Prado ${way}`;
    // Fields of a condition that does not hold: hidden, neither checked nor stored. Without scripts they are seen.
    await fill(page, { equipe: 'yes', canais: ['busca'] });
    expect(await page.locator('[name=pessoas]').isVisible()).toBe(true);
    expect(await page.locator('[name=motivo]').isVisible()).toBe(!javaScriptEnabled);
    if (javaScriptEnabled) await page.locator('[name=pessoas]').fill('muitas');
    // The value of a slider beside it, and an amount as it is written.
    await fill(page, { horas: '12.5', verba: '1234,5' });
    const value = page.locator('.amount__slider .amount__value');
    if (javaScriptEnabled) {
      await expect.poll(() => value.textContent(), { timeout: patience }).toBe('12,5\u00a0horas');
      await page.locator('[name=verba]').blur();
      // An empty number is 0.
      const cost = page.locator('.amount__computed output');
      await fill(page, { ticket: '' });
      await expect.poll(() => cost.textContent(), { timeout: patience }).toBe('R$\u00a00,00');
      await fill(page, { ticket: '1.000,5' });
      await expect.poll(() => cost.textContent(), { timeout: patience }).toBe('R$\u00a050.025,00');
      expect(await page.locator('[name=verba]').inputValue()).toBe('1.234,50');
    } else expect(await value.locator('visible=true').count()).toBe(0);
    if (javaScriptEnabled) {
      // A number with a code chooses its country; it is written as there.
      const whats = page.locator('[name=whats]');
      await whats.fill('0055 81987654321');
      await whats.blur();
      expect(await whats.inputValue()).toBe('(81) 98765-4321');
      expect(await page.locator('[name=whats_country]').inputValue()).toBe('BR');
    }
    await fill(page, { canais: ['redes'] });
    // The country of a number with a code is another one than the chosen one, and Enter sends the form from the number.
    await fill(page, { ...right, nome, whats_country: 'BR', whats: '' });
    await fill(page, { whats: '+351 912 345 678' });
    const calls = watchCalls(page);
    await page.locator('[name=whats]').press('Enter');
    await driver.expectScreen('thanks');
    // The page's own session has the country too, which its conditions read.
    if (javaScriptEnabled) expect(calls.map(({ body }) => body['whats_country'])).toEqual(['PT']);
    const [lead, ...more] = site.records('pesquisa_leads').filter((each) => each['nome'] === nome);
    expect(lead).toMatchObject({ ...stored, nome });
    expect(lead).not.toHaveProperty('pessoas');
    expect(more).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('the keyboard alone fills in every field', async () => {
  const { page, driver, complaints } = await site.visit('/pesquisa');
  await page.locator('[name=nome]').focus();
  const keys: Readonly<Record<string, () => Promise<void>>> = {
    nome: () => page.keyboard.type('Teclado'),
    sede_postalCode: () => page.keyboard.type('50000000'),
    sede_street: () => page.keyboard.type('Rua do Sol, 1'),
    sede_city: () => page.keyboard.type('Recife'),
    endereco: () => page.keyboard.type('prado.adv.br'),
    whats_country: () => page.keyboard.type('Portugal'),
    whats: () => page.keyboard.type('912345678'),
    advogados: () => page.keyboard.type('12'),
    ticket: () => page.keyboard.type('0,5'),
    verba: () => page.keyboard.type('1250'),
    horas: () => page.keyboard.press('ArrowRight'),
    // In the order of the browser's own language.
    fundacao: () => page.keyboard.type('05172004'),
    recesso: () => page.keyboard.type('12202026'),
    recesso_end: () => page.keyboard.type('01062027'),
    horario: () => page.keyboard.type('0230PM'),
    estado: () => page.keyboard.type('Rio'),
    equipe: () => page.keyboard.press('Space'),
    pessoas: () => page.keyboard.type('3'),
    nota: async () => {
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
    },
    estrelas: () => page.keyboard.press('Space'),
    indicaria: () => page.keyboard.press('ArrowLeft'),
    foco: () => page.keyboard.press('Space'),
    servico_prazo: () => page.keyboard.press('Space'),
    servico_preco: () => page.keyboard.press('ArrowRight'),
    ordem: async () => {
      for (const [index, option] of ['Prazo', 'Qualidade', 'Pre'].entries()) {
        // Past the two buttons of the place before.
        for (let presses = 0; presses < (index === 0 ? 0 : 3); presses += 1) await page.keyboard.press('Tab');
        await page.keyboard.type(option);
      }
    },
    canais: () => page.keyboard.press('Space'),
    assinatura: () => page.keyboard.type('Ana Prado'),
  };
  const focused = (): Promise<string> => page.evaluate(() => (document.activeElement as HTMLInputElement).name ?? '');
  for (const [name, press] of Object.entries(keys)) {
    for (let presses = 0; (await focused()) !== name; presses += 1) {
      expect(presses, `Tab reaches ${name}`).toBeLessThan(8);
      await page.keyboard.press('Tab');
    }
    const box = await page.evaluate(() => {
      const field = document.activeElement as HTMLElement;
      const shown = field.matches('.options__mark') ? (field.nextElementSibling as HTMLElement) : field;
      return getComputedStyle(shown).outlineStyle;
    });
    expect(box, `${name} shows that it has the focus`).not.toBe('none');
    await press();
  }
  await page.keyboard.press('Enter');
  await driver.expectScreen('thanks');
  expect(site.records('pesquisa_leads').filter(({ nome }) => nome === 'Teclado')).toMatchObject([
    {
      ...{
        endereco: 'prado.adv.br',
        whats_country: 'PT',
        whats: '+351912345678',
        advogados: 12,
        ticket: 0.5,
        verba: 125_000,
        horas: 0.5,
        fundacao: '2004-05-17',
        recesso: '2026-12-20',
        recesso_end: '2027-01-06',
        horario: '14:30',
      },
      ...{
        estado: 'RS',
        equipe: 'yes',
        nota: 2,
        estrelas: 1,
        indicaria: 10,
        servico_prazo: 'ruim',
        servico_preco: 'bom',
        ordem: ['prazo', 'qualidade', 'preco'],
        canais: ['indicacao'],
        assinatura: 'Ana Prado',
        pessoas: 3,
        foco: 'civil',
      },
    },
  ]);
  expect(complaints).toEqual([]);
});

test('an address fills in fields, and never replaces an answer', async () => {
  const address = '/pesquisa?site=prado&equipe=yes&canal=busca,nada&canal=redes&horas=7.5&recesso_end=2026-07-31';
  const { page, driver, complaints } = await site.visit(address);
  const shown = () =>
    page.evaluate(() => {
      const data = new FormData(document.querySelector('[data-island] form') as HTMLFormElement);
      return [
        data.get('endereco'),
        data.get('equipe'),
        data.getAll('canais'),
        data.get('horas'),
        data.get('recesso_end'),
      ];
    });
  // The server's HTML, before any code of the form.
  await page.locator('[name=verba]').fill('99,5');
  await page.locator('select[name=ordem]').nth(1).selectOption('preco');
  const html = await (await fetch(site.server.url + address)).text();
  expect(html).toMatch(/name="endereco"[^>]*value="prado"/);
  expect(await shown()).toEqual(['prado', 'yes', ['busca', 'redes'], '7.5', '2026-07-31']);
  expect(await page.locator('.amount__slider .amount__value').textContent()).toBe('7,5\u00a0horas');
  expect(await page.locator('[name=pessoas]').isVisible()).toBe(true);
  await page.locator('[name=nome]').focus();
  // It was typed, and left, before its code had arrived.
  await expect.poll(() => page.locator('[name=verba]').inputValue(), { timeout: patience }).toBe('99,50');
  const order = page.locator('select[name=ordem]');
  expect(await order.evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value))).toEqual([
    '',
    'preco',
    '',
  ]);
  await driver.submit();
  await expect
    .poll(() => errorsOn(page), { timeout: patience })
    .toMatchObject({ endereco: 'Confira este endereço: escreva algo como exemplo.com.br.' });
  expect(await errorsOn(page)).not.toHaveProperty('equipe');
  await fill(page, { endereco: 'outro.adv.br', equipe: 'no' });
  await page.reload();
  await expect
    .poll(shown, { timeout: patience })
    .toEqual(['outro.adv.br', 'no', ['busca', 'redes'], '7.5', '2026-07-31']);
  expect(complaints).toEqual([]);
});

test('a signature is drawn, shown again after a reload, and stored as a picture', async () => {
  const { page, driver, complaints } = await site.visit('/pesquisa');
  await page.locator('[name=verba]').fill('99,5');
  await page.locator('[name=verba]').blur();
  // The code of the form has arrived.
  await expect.poll(() => page.locator('[name=verba]').inputValue(), { timeout: patience }).toBe('99,50');
  const pad = page.locator('.signature__drawing');
  const draw = async (...points: readonly (readonly [number, number])[]): Promise<void> => {
    // A hover waits until the page has scrolled.
    await pad.hover();
    const { x, y, width, height } = (await pad.boundingBox()) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    for (const [index, [right, down]] of points.entries()) {
      await page.mouse.move(x + right * width, y + down * height);
      if (index === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  const value = () => page.locator('[data-island] [name=assinatura]').inputValue();
  const strokes = async (): Promise<number> => (await value()).split(/(?=M\d)/).length - 1;
  await draw([0.1, 0.5], [0.3, 0.2], [0.5, 0.8]);
  await expect.poll(strokes, { timeout: patience }).toBe(1);
  await draw([0.7, 0.5]);
  await expect.poll(strokes).toBe(2);
  const name = page.getByLabel('Nome completo, no lugar da assinatura');
  expect(await name.isVisible()).toBe(false);
  const drawn = await value();
  await page.reload();
  await page.locator('[name=nome]').focus();
  await expect.poll(value, { timeout: patience }).toBe(drawn);
  await expect.poll(() => pad.locator('path').getAttribute('d')).toMatch(/^M60 150l.*M420 150l0 0$/);
  // The keyboard clears it, and writes the name in its place.
  await page.getByRole('button', { name: 'Apagar' }).press('Enter');
  await expect.poll(value).toBe('');
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await draw([0.2, 0.2], [0.8, 0.8]);
  await expect.poll(strokes).toBe(1);
  const stored = await value();
  await fill(page, { ...withoutSignature, nome: 'Desenho' });
  await driver.submit();
  await driver.expectScreen('thanks');
  const [lead] = site.records('pesquisa_leads').filter(({ nome }) => nome === 'Desenho');
  expect(lead).toMatchObject({ assinatura: stored });
  // The stored address is a picture.
  const size = await page.evaluate(async (source) => {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    return picture.naturalWidth / picture.naturalHeight;
  }, String(lead?.['assinatura']));
  expect(size).toBe(2);
  expect(complaints).toEqual([]);
});

test('a list is searched without accents, and with the keyboard alone', async () => {
  const { page, complaints } = await site.visit('/pesquisa');
  await page.locator('[name=verba]').fill('99,5');
  await page.locator('[name=verba]').blur();
  // The code of the form has arrived.
  await expect.poll(() => page.locator('[name=verba]').inputValue(), { timeout: patience }).toBe('99,50');
  const list = page.locator('[name=estado]');
  const listed = () => list.locator('option').allTextContents();
  await page.getByLabel('Estado: procurar na lista').focus();
  await page.keyboard.type('SAO');
  await expect.poll(listed).toEqual(['Escolha', 'São Paulo']);
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Uma opção encontrada');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => list.inputValue()).toBe('SP');
  expect(await list.evaluate((each) => each === document.activeElement)).toBe(true);
  await expect.poll(listed).toHaveLength(4);
  // Enter has chosen, and not sent the form.
  expect(await errorsOn(page)).toEqual({});
  await page.getByLabel('Estado: procurar na lista').fill('xyz');
  // The choice stays in the list.
  await expect.poll(listed).toEqual(['Escolha', 'São Paulo']);
  await page.getByText('Nenhuma opção encontrada').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(listed).toHaveLength(4);
  expect(await list.inputValue()).toBe('SP');
  // What begins with it comes before what contains it.
  await page.getByLabel('Estado: procurar na lista').fill('r');
  await expect.poll(listed).toEqual(['Escolha', 'Rio Grande do Sul', 'Pernambuco', 'São Paulo']);
  // A mouse chooses in the open list.
  await page.getByLabel('Estado: procurar na lista').fill('rio');
  await list.locator('option', { hasText: 'Rio Grande' }).click();
  await expect.poll(() => list.inputValue()).toBe('RS');
  await expect.poll(() => list.getAttribute('size')).toBe(null);
  expect(complaints).toEqual([]);
});
