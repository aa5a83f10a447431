/** Every type of field as a question in Chromium: with a keyboard alone, and without scripts. */
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { kindOf, setControls } from '../harness/controls.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import { patience } from '../harness/patience.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ funnels: fixtureFolder('fields') });

type Answer = string | readonly string[];
type Answers = Readonly<Record<string, Answer>>;

/** The screens in order, with the answers to each. A field that is left out keeps its value. */
const screens: readonly (readonly [screen: string, answers: Answers])[] = [
  ['questions', { equipe: 'yes' }],
  ['questions-servico', { servico_prazo: 'bom', servico_preco: 'otimo' }],
  ['questions-usa', { usa_agenda: ['casa', 'rua'], usa_chat: ['escritorio'] }],
  ['questions-sede', { sede_postalCode: '50000-000', sede_street: 'Rua do Sol, 1', sede_city: 'Recife' }],
  ['questions-recesso', { recesso: '2026-07-20', recesso_end: '2026-07-31' }],
  ['questions-whats', { whats_country: 'PT', whats: '912 345 678' }],
  ['questions-canal', { canal: 'outro', canal_other: 'Rádio' }],
  ['questions-idade', { idade: '12' }],
  ['questions-bairro', { bairro: 'Boa Vista' }],
  ['questions-ordem', { ordem: ['prazo', 'preco'] }],
  [
    'questions-endereco',
    {
      ...{ endereco: 'prado.adv.br', nascimento: '2004-05-17', horario: '14:30', verba: '1250', horas: '10' },
      ...{ pais: 'PT', estado: 'SP', obra: 'Nada.' },
    },
  ],
  ['questions-nota', { nota: '4' }],
  ['questions-escala', { escala: '3' }],
  ['questions-indica', { indica: '9' }],
  ['questions-canais', { canais: ['busca', 'redes'] }],
  ['questions-aceite', { aceite: ['true'] }],
  ['questions-quem', { quem_name: 'Ana Prado', quem_phone: '(81) 98765-4321' }],
];
const stored = {
  ...Object.assign({}, ...screens.map(([, answers]) => answers)),
  ...{ sede_country: 'BR', whats: '+351912345678', idade: 12, verba: 125_000, horas: 10 },
  ...{ nota: 4, escala: 3, indica: 9, aceite: true },
};

/** What a visitor gets wrong on a screen, and reads. */
const wrong: Readonly<Record<string, readonly [Answers, Readonly<Record<string, string>>]>> = {
  'questions-servico': [{ servico_prazo: 'ruim' }, { servico_preco: 'Escolha uma opção.' }],
  'questions-usa': [{ usa_agenda: ['casa', 'escritorio', 'rua'] }, { usa_agenda: 'Escolha no máximo 2 opções.' }],
  'questions-sede': [
    { sede_postalCode: '123' },
    { sede_postalCode: 'Confira o CEP.', sede_street: 'Preencha este campo.', sede_city: 'Preencha este campo.' },
  ],
  'questions-recesso': [
    { recesso: '2026-07-20', recesso_end: '2026-07-19' },
    { recesso_end: 'O último dia não pode ser antes do primeiro.' },
  ],
  'questions-canal': [{ canal: 'outro' }, { canal_other: 'Preencha este campo.' }],
};

/** The screens with several fields for one answer, whose structure is checked. */
const drawn = new Set(['questions-usa', 'questions-sede', 'questions-whats', 'questions-canal']);

const named = (page: Page, name: string): Locator => page.locator(`[data-island] [name="${name}"]`);

const errorsOn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-island] [id$="-error"]:not([hidden])')].map((error) => [
        error.id.replace(/^form-(?:[a-z]+-)+|-error$/g, ''),
        error.textContent ?? '',
      ]),
    ),
  );

/** Answers with a pointer, as the controls allow. */
async function answer(page: Page, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) await setControls(named(page, name), value);
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator, what: string): Promise<void> {
  const has = () => target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
  for (let presses = 0; !(await has()); presses += 1) {
    expect(presses, `Tab reaches ${what}`).toBeLessThan(16);
    await page.keyboard.press('Tab');
  }
}

/** Answers with keys alone. */
async function answerWithKeys(page: Page, answers: Answers): Promise<void> {
  const { keyboard } = page;
  for (const [name, value] of Object.entries(answers)) {
    const all = named(page, name);
    const kind = await kindOf(all);
    if (kind === 'radio') {
      await tabTo(page, all, name);
      const wanted = all.and(page.locator(`[value="${value}"]`));
      if (!(await all.and(page.locator(':checked')).count())) await keyboard.press('Space');
      for (let presses = 0; !(await wanted.isChecked()); presses += 1) {
        expect(presses, `an arrow key reaches ${value} of ${name}`).toBeLessThan(12);
        await keyboard.press('ArrowDown');
      }
    } else if (kind === 'checkbox') {
      for (const each of value) {
        await tabTo(page, all.and(page.locator(`[value="${each}"]`)), `${each} of ${name}`);
        await keyboard.press('Space');
      }
    } else if (kind === 'select-one') {
      for (const [index, each] of [value].flat().entries()) {
        await tabTo(page, all.nth(index), name);
        const label = await all.nth(index).locator(`option[value="${each}"]`).textContent();
        // Playwright inserts other characters as text, which is no key.
        await keyboard.type(/^[ -~]*/.exec(label ?? '')?.[0] ?? '');
      }
    } else if (kind === 'range') {
      await tabTo(page, all, name);
      while ((await all.inputValue()) !== value) await keyboard.press('ArrowRight');
    } else {
      await tabTo(page, all, name);
      const [year = '', month = '', day = ''] = String(value).split('-');
      // In the order of the browser's own language.
      await keyboard.type(kind === 'date' ? month + day + year : kind === 'time' ? '0230PM' : String(value));
    }
  }
}

describe.each([
  ['with a keyboard alone', true],
  ['without JavaScript', false],
] as const)('%s', (_, javaScriptEnabled) => {
  test('every type of question is answered, checked, kept on the way back, and stored', async () => {
    const { page, driver, complaints } = await site.visit('/perguntas', { javaScriptEnabled });
    const email = `ana-${javaScriptEnabled}@exemplo.com.br`;
    const button = page.locator('[data-island] form [type=submit]');
    const submit = async () => {
      if (!javaScriptEnabled) return button.click();
      await tabTo(page, button, 'the button');
      await page.keyboard.press('Enter');
    };
    await driver.press('begin');
    for (const [screen, answers] of screens) {
      await driver.expectScreen(screen);
      const mistake = wrong[screen];
      // A keyboard meets the mistakes in the other visit.
      if (mistake !== undefined && !javaScriptEnabled) {
        await answer(page, mistake[0]);
        await submit();
        await expect.poll(() => errorsOn(page), { timeout: patience }).toEqual(mistake[1]);
      }
      const all = screen === 'questions-quem' ? { ...answers, quem_email: email } : answers;
      if (javaScriptEnabled) {
        if (drawn.has(screen)) expect(await violations(page), screen).toEqual([]);
        await answerWithKeys(page, all);
      } else await answer(page, all);
      if (screen === 'questions-sede') {
        // Back and a reload keep the answers of all parts.
        await submit();
        await driver.expectScreen('questions-recesso');
        if (javaScriptEnabled) await page.reload();
        await driver.expectScreen('questions-recesso');
        await driver.press('back');
        await driver.expectScreen('questions-sede');
        for (const [name, value] of Object.entries(answers)) expect(await named(page, name).inputValue()).toBe(value);
        await driver.press('back');
        await driver.expectScreen('questions-usa');
        expect(await page.locator('[name=usa_agenda]:checked').count()).toBe(2);
        await submit();
        await driver.expectScreen('questions-sede');
        if (javaScriptEnabled) {
          await page.setViewportSize({ width: 320, height: 800 });
          expect(await horizontalOverflow(page)).toBe(0);
        }
      }
      await submit();
    }
    await driver.expectScreen('thanks');
    const [lead, ...more] = site.records('perguntas_leads').filter((each) => each['quem_email'] === email);
    expect(lead).toMatchObject({ ...stored, quem_email: email });
    expect(more).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
