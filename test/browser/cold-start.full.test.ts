import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type HeldResponses, heldResponses } from '../harness/held-responses.ts';
import { leaveRetriesToVisitor } from '../harness/page-time.ts';
import { settled } from '../harness/painted.ts';
import { isAwake, isIslandCode, visitSite } from '../harness/site-visits.ts';

const site = visitSite();
/** The headless shell treats a busy machine as a slow network, on which nothing is prefetched. */
const whole = true;

/** The code of islands. */
const allCode = (url: URL): boolean => /\/_f\/assets\/[^/]+\.js$/.test(url.pathname);

/** Delays the code of islands; prefetches are refused, as on a slow network. */
const slowCode = (ms: number) => (page: Page) =>
  page.route(allCode, async (route) => {
    await new Promise((next) => setTimeout(next, ms));
    await route.continue().catch(() => {});
  });

const heldCode = (): HeldResponses => heldResponses(allCode);

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.getAttribute('name') ?? at?.tagName ?? null;
  });

const untilAwake = (page: Page) => expect.poll(() => isAwake(page)).toBe(true);

describe('before the first interaction', () => {
  test('a session runs on a good network, and no React', async () => {
    const asked: string[] = [];
    const { page } = await site.visit('/quiz', {
      whole,
      before: (page) =>
        page.on('request', (request) => {
          if (isIslandCode(request)) asked.push(new URL(request.url()).pathname);
        }),
    });
    await untilAwake(page);
    await page.waitForLoadState('networkidle');
    expect(asked.some((path) => path.includes('/flow-'))).toBe(true);
    expect(asked.filter((path) => /hydrate|views/.test(path))).toEqual([]);
    // Nothing is kept of a visitor who has only looked.
    expect(await page.evaluate(() => sessionStorage.getItem('funnel:diagnostico'))).toBeNull();
  });

  test('with data saving, none is even prefetched', async () => {
    const asked: string[] = [];
    const { page, driver } = await site.visit('/quiz', {
      whole,
      before: async (page) => {
        page.on('request', (request) => isIslandCode(request) && asked.push(request.url()));
        await page.addInitScript(() => {
          const connection = Object.assign(new EventTarget(), {
            saveData: true,
            effectiveType: '4g',
            rtt: 50,
            downlink: 9,
          });
          Object.defineProperty(navigator, 'connection', { value: connection });
        });
      },
    });
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await driver.choose(5);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
});

describe('the first tap', () => {
  test('selects an option at once, and Próxima continues', async () => {
    const { before, release } = heldCode();
    const { page, driver } = await site.visit('/quiz', { before });
    await driver.choose(10);
    expect(await page.locator('input[value="10"]').isChecked()).toBe(true);
    expect(await isAwake(page)).toBe(false);
    release();
    await untilAwake(page);
    expect(await page.locator('input[value="10"]').isChecked()).toBe(true);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
  });

  test('on Próxima with a selected option shows that it waits, and the next question once the code has loaded', async () => {
    const { before, release } = heldCode();
    const { page, driver } = await site.visit('/quiz', { before });
    await driver.choose(5);
    await page.locator('[data-question] [type=submit]').click();
    expect(await page.locator('[type=submit][data-waiting]').count()).toBe(1);
    expect(await isAwake(page)).toBe(false);
    release();
    await driver.expectScreen('quiz.frequencia');
    await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/quiz');
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    expect(await page.locator('input[value="5"]').isChecked()).toBe(true);
  });

  test('twice before the code has loaded counts once, with the answer that is seen', async () => {
    const { before, release } = heldCode();
    const { page, driver } = await site.visit('/quiz', { before });
    await driver.choose(5);
    const next = page.locator('[data-question] [type=submit]');
    await next.click();
    await next.click({ delay: 600 });
    await driver.choose(10);
    release();
    await driver.expectScreen('quiz.frequencia');
    await settled(page);
    await driver.expectScreen('quiz.frequencia');
    await driver.previous();
    await driver.expectScreen('quiz.perfil');
    expect(await page.locator('input[value="10"]').isChecked()).toBe(true);
  });

  test('without a network waits for one, and is then handled', async () => {
    const { page, driver } = await site.visit('/quiz', {
      before: (page) => page.route(allCode, (route) => route.abort()),
    });
    await driver.choose(10);
    await page.context().setOffline(true);
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(() => page.locator('[data-failed]').count()).toBe(1);
    await page.locator('#toasts .toast').waitFor();
    await page.unrouteAll();
    await page.context().setOffline(false);
    await driver.expectScreen('quiz.frequencia');
    await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0);
  });

  test('whose code fails just as the network returns is handled without a second press', async () => {
    let over = false;
    let asked = 0;
    let fail = (): void => {};
    const failing = new Promise<void>((done) => {
      fail = () => {
        over = true;
        done();
      };
    });
    const { page, driver } = await site.visit('/quiz', {
      before: (page) =>
        page.route(allCode, async (route) => {
          if (over) return route.continue();
          asked += 1;
          await failing;
          await route.abort();
        }),
    });
    await driver.choose(5);
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    const failed = page.waitForEvent('requestfailed', isIslandCode);
    fail();
    await failed;
    await driver.expectScreen('quiz.frequencia');
    expect(await page.locator('[data-waiting]').count()).toBe(0);
  });

  test('on Próxima without a selection shows the notice', async () => {
    const { driver } = await site.visit('/quiz', { before: slowCode(500) });
    await driver.next();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    await driver.expectScreen('quiz.perfil');
  });

  test('on the start button is taken once', async () => {
    const { before, release } = heldCode();
    const { page, driver } = await site.visit('/diagnostico', { before });
    await page.locator('[data-send=begin]').evaluate((button: HTMLElement) => {
      button.addEventListener('click', () => setTimeout(() => button.click()), { once: true });
    });
    await driver.press('begin');
    expect(await isAwake(page)).toBe(false);
    release();
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => page.evaluate(() => history.length)).toBe(3);
  });

  test('by keyboard only: Tab, arrows, Space, Enter', async () => {
    const { page, driver } = await site.visit('/quiz', { before: slowCode(300) });
    const name = () => focused(page);
    for (let pressed = 0; pressed < 10 && (await name()) !== 'perfil'; pressed += 1) await page.keyboard.press('Tab');
    expect(await name()).toBe('perfil');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('input[value="5"]').isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await driver.expectScreen('quiz.frequencia');
    // The group of the new question has the focus: a screen reader reads its name and its hint.
    expect(await focused(page)).toBe('FIELDSET');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('input[name="frequencia"][value="10"]').isChecked()).toBe(true);
    // Two tabs from the options: Anterior, then Próxima.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await driver.expectScreen('quiz.engajamento');
  });
});

describe('on a slow network', () => {
  test('input before the code has loaded survives, formatted, with the focus in place', async () => {
    const { before, release } = heldCode();
    const { page, driver } = await site.visit('/identificacao?answers=%5B10%2C5%2C10%2C0%5D', { before });
    await driver.type('nome', 'Maria Clara Souza');
    await driver.type('wa', '11987654321');
    await driver.type('consent', false);
    await page.locator('[name=email]').focus();
    await page.keyboard.type('mar');
    expect(await isAwake(page)).toBe(false);
    release();
    await untilAwake(page);
    expect(await focused(page)).toBe('email');
    await page.keyboard.type('ia@exemplo.com.br');
    expect(await page.locator('[name=nome]').inputValue()).toBe('Maria Clara Souza');
    expect(await page.locator('[name=email]').inputValue()).toBe('maria@exemplo.com.br');
    expect(await page.locator('[name=wa]').inputValue()).toBe('(11) 98765-4321');
    expect(await page.locator('[name=consent]').isChecked()).toBe(false);
    // The session has them, not only the fields: with consent nothing is missing.
    await driver.submit();
    await driver.expectToast('Aviso', 'É necessário autorizar o recebimento de contato para prosseguir.');
    await driver.type('consent', true);
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(site.records('diagnostico_leads').at(-1)).toMatchObject({
      nome: 'Maria Clara Souza',
      wa: '(11) 98765-4321',
    });
  });

  test('an e-mail address with a leading space keeps its caret during hydration', async () => {
    const { before, release } = heldCode();
    const { page } = await site.visit('/cadastro-consultoria', { before });
    const email = page.locator('[name=email]');
    await email.pressSequentially(' Ana');
    release();
    await untilAwake(page);
    await page.keyboard.type('@exemplo.com.br');
    expect(await email.inputValue()).toBe('Ana@exemplo.com.br');
  });

  test('keys pressed during hydration are kept', async () => {
    const { page } = await site.visit('/cadastro-consultoria', { before: slowCode(600) });
    const long = 'Maria Clara de Souza e Silva Albuquerque de Andrade Neves Cavalcanti';
    await page.locator('[name=name]').pressSequentially(long, { delay: 25 });
    await untilAwake(page);
    await settled(page);
    expect(await page.locator('[name=name]').inputValue()).toBe(long);
  });

  test('a submission before the code has loaded is held and sent once', async () => {
    const known = site.records('consultoria_leads').length;
    const { before, release } = heldCode();
    const { page, driver } = await site.visit('/', { before });
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana@exemplo.com.br');
    await driver.type('phone', '21912345678');
    await driver.submit();
    await driver.submit();
    expect(await isAwake(page)).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/');
    release();
    await page.waitForURL('**/consultoria?src=direct_access');
    expect(site.records('consultoria_leads').slice(known)).toEqual([
      expect.objectContaining({ name: 'Ana Prado', email: 'ana@exemplo.com.br', phone: '21912345678' }),
    ]);
  });

  test('code that failed to load is fetched again on the next press, and no input is lost', async () => {
    let refusing = true;
    let refused = 0;
    const { page, driver } = await site.visit('/', {
      before: (page) =>
        page.route(allCode, (route) => {
          if (!refusing) return route.continue();
          refused += 1;
          return route.abort('connectionfailed');
        }),
    });
    await leaveRetriesToVisitor(page);
    await driver.type('name', 'Rui Lima');
    await driver.type('email', 'rui@exemplo.com.br');
    await driver.type('phone', '2134567890');
    await driver.submit();
    // Until then, the next press would wait with this one.
    await page.locator('[data-waiting]').waitFor({ state: 'detached' });
    expect(refused).toBeGreaterThan(0);
    expect(await page.locator('[name=name]').inputValue()).toBe('Rui Lima');
    refusing = false;
    await driver.submit();
    await page.waitForURL('**/consultoria?src=direct_access');
    expect(site.records('consultoria_leads').at(-1)).toMatchObject({ name: 'Rui Lima', phone: '2134567890' });
  });

  test('a flow definition that failed to load is fetched again, too', async () => {
    let refusing = true;
    const { page, driver } = await site.visit('/quiz', {
      before: (page) =>
        page.route('**/_f/flows/**', (route) =>
          refusing ? route.fulfill({ status: 503, body: '' }) : route.continue(),
        ),
    });
    await driver.choose(10);
    await page.locator('[data-island][data-failed]').waitFor();
    refusing = false;
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
  });
});
