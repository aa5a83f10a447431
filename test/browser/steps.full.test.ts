/** The questions of a flow are stepped by its transition table until the island is awake. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { answerAll, chosen, identify } from '../harness/diagnostic.ts';
import { heldResponses, hold } from '../harness/held-responses.ts';
import { pauseClock } from '../harness/page-time.ts';
import { isAwake, islandCode, visitSite } from '../harness/site-visits.ts';

const live = visitSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
// Collects traces, so an island wakes after the first event.
const traced = visitSite({ alone: true });

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName);
const ana = { nome: 'Ana Souza', email: 'ana@example.com', wa: '(11) 98765-4321' };
const legend = (page: Page) => page.locator('[data-question] legend').textContent();

describe('without the island', () => {
  const lost = { before: (page: Page) => page.route(islandCode, (route) => route.abort()) };

  test('questions are answered, with titles, focus, progress, errors and history', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await driver.next();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    expect(await page.locator('[role=radiogroup]').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('[id=question-perfil-error]').textContent()).toBe(
      'Por favor, selecione uma opção para continuar.',
    );
    expect(await page.locator('[role=radiogroup]').getAttribute('aria-describedby')).toContain('question-perfil-error');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('perfil');
    await driver.choose(10);
    expect(await page.locator('[role=radiogroup]').getAttribute('aria-invalid')).toBeNull();
    expect(await page.locator('[id=question-perfil-error]').count()).toBe(0);
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    expect(await legend(page)).toBe('Com que frequência você publica conteúdo profissional?');
    expect(await page.locator('#toasts .toast').count()).toBe(0);
    await expect.poll(() => page.title()).toMatch(/^Pergunta 2 de 4 · /);
    expect(await focused(page)).toBe('radiogroup');
    expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
    expect(await chosen(page)).toEqual([]);
    await answerAll(driver, [5, 0]);
    await driver.expectScreen('quiz.autoridade');
    expect(await page.locator('[data-question] [type=submit]').textContent()).toBe('Finalizar');
    await driver.back();
    await driver.expectScreen('quiz.engajamento');
    expect(await chosen(page)).toEqual(['0']);
    await driver.previous();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
    await expect.poll(() => driver.address()).toBe('/quiz');
    expect(await isAwake(page)).toBe(false);
  });

  test('a lost island is fetched again by the press that needs it, and has every answer', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10]);
    await driver.choose(0);
    await driver.next();
    await driver.expectScreen('identificacao');
    const address = `/identificacao?answers=${encodeURIComponent('[10,5,10,0]')}`;
    await expect.poll(() => driver.address()).toBe(address);
    expect(await focused(page)).toBe('H1');
    for (const form of await page.locator('form[method=post]').all())
      expect(await form.getAttribute('action')).toBe(address);
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    expect(await chosen(page)).toEqual(['0']);
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('identificacao');
    expect(await isAwake(page)).toBe(false);
    await identify(driver, ana);
    await page.unroute(islandCode);
    await driver.submit();
    await driver.expectScreen('resultado');
  });

  test('a reload keeps what was typed into a form that is only shown', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10, 0]);
    await identify(driver, ana);
    await page.locator('[name=consent]').uncheck();
    await page.reload();
    await page.unroute(islandCode);
    await page.reload();
    await expect.poll(() => page.locator('[name=nome]').inputValue()).toBe('Ana Souza');
    await expect.poll(() => page.locator('[name=wa]').inputValue()).toBe('(11) 98765-4321');
    expect(await page.locator('[name=consent]').isChecked()).toBe(false);
  });

  /** The leads of the visitor of `fill`. */
  const leadsOf = (email: string) => live.records('diagnostico_leads').filter((lead) => lead['email'] === email);

  test('a form that was only shown is sent at the second attempt', async () => {
    const email = 'segunda@example.com';
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10, 0]);
    await identify(driver, { ...ana, email });
    // The attempt that the edits began has failed, too.
    await expect.poll(() => page.locator('[data-island][data-failed]').count()).toBe(1);
    await page.unroute(islandCode);
    await page.route(islandCode, (route) => route.abort(), { times: 1 });
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(leadsOf(email)).toHaveLength(1);
  });

  test('a form that was only shown is sent once the network returns', async () => {
    const email = 'volta@example.com';
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await page.context().setOffline(true);
    await page.unroute(islandCode);
    await identify(driver, { ...ana, email });
    await driver.submit();
    await expect.poll(() => page.locator('#toasts .toast').textContent()).toContain('sem conexão');
    expect(await page.locator('[name=nome]').inputValue()).toBe('Ana Souza');
    await page.context().setOffline(false);
    await driver.expectScreen('resultado');
    expect(leadsOf(email)).toHaveLength(1);
  });

  test('a form that was only shown is posted by the browser if its island never comes', async () => {
    const email = 'nunca@example.com';
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10, 0]);
    await identify(driver, { ...ana, email });
    // The answers are in the address, so the server can take the form.
    await driver.submit();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/resultado');
    expect(leadsOf(email)).toHaveLength(1);
  });

  test('a wrong form that is posted by the browser comes back with what was typed', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5, 10, 0]);
    await identify(driver, { ...ana, email: 'ana@' });
    await page.locator('[name=consent]').uncheck();
    await driver.submit();
    await page.locator('[id=form-identificacao-email-error]').waitFor();
    expect(await page.locator('[name=nome]').inputValue()).toBe('Ana Souza');
    expect(await page.locator('[name=consent]').isChecked()).toBe(false);
    expect(leadsOf('ana@')).toEqual([]);
  });

  test('a reload continues at the same question', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    await answerAll(driver, [10, 5]);
    await driver.choose(10);
    await page.unroute(islandCode);
    await page.reload();
    await driver.expectScreen('quiz.engajamento');
    expect(await chosen(page)).toEqual(['10']);
    await driver.back();
    await driver.expectScreen('quiz.frequencia');
    expect(await chosen(page)).toEqual(['5']);
  });

  test('a reload shows the question with its answer from the first frame', async () => {
    const { page, driver } = await live.visit('/quiz', {
      before: async (page) => {
        await page.addInitScript(() => {
          const frames: unknown[] = [];
          const look = (): void => {
            const text = document.querySelector('[data-question] legend')?.textContent;
            if (text && frames.at(-1) !== text) frames.push(text);
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
          Object.assign(window, { frames });
        });
        await lost.before(page);
      },
    });
    await answerAll(driver, [10, 5]);
    await driver.choose(10);
    const question = await legend(page);
    const title = await page.title();
    await page.reload();
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    expect(await page.evaluate(() => (window as unknown as { frames: string[] }).frames)).toEqual([question]);
    expect(await chosen(page)).toEqual(['10']);
    expect(await page.title()).toBe(title);
    expect(await page.locator('[role=progressbar]').getAttribute('aria-valuenow')).toBe('75');
    expect(await isAwake(page)).toBe(false);
    // A press waits for the island.
    await page.unroute(islandCode);
    await driver.next();
    await driver.expectScreen('quiz.autoridade');
    await driver.back();
    await driver.expectScreen('quiz.engajamento');
  });

  test('what the visitor does not see waits until the browser has time', async () => {
    const { page, driver } = await live.visit('/quiz', {
      before: (page) =>
        page.addInitScript(() => {
          const held: (() => void)[] = [];
          Object.assign(window, { held, requestIdleCallback: (run: () => void) => held.push(run) });
        }),
    });
    const done = () =>
      page.evaluate(() => ({
        saved: sessionStorage.getItem('funnel:diagnostico') !== null,
        fetched: document.querySelector('link[href*="/flow-"]') !== null,
        entry: (history.state as { screen?: string } | null)?.screen,
        question: /^Pergunta (\d)/.exec(document.title)?.[1],
      }));
    await driver.choose(10);
    await driver.next();
    expect(await legend(page)).toBe('Com que frequência você publica conteúdo profissional?');
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(() => setTimeout(next)))));
    expect(await done()).toEqual({ saved: false, fetched: false, entry: 'quiz.frequencia', question: '2' });
    await page.evaluate(() => {
      for (const run of (window as unknown as { held: (() => void)[] }).held) run();
    });
    expect(await done()).toEqual({ saved: true, fetched: true, entry: 'quiz.frequencia', question: '2' });
  });

  test('a chosen option is drawn whole in one frame', async () => {
    const { page } = await live.visit('/quiz', lost);
    const animated = await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-question] [type=radio]')?.click();
      return document.getAnimations().map((each) => (each.effect as KeyframeEffect).target?.className);
    });
    expect(animated).toEqual([]);
    expect(await chosen(page)).toEqual(['0']);
  });

  test('the bar of the progress moves once the question is painted', async () => {
    const { page } = await live.visit('/quiz', lost);
    const shares = await page.evaluate(async () => {
      const share = () =>
        document.querySelector('[role=progressbar]')?.parentElement?.style.getPropertyValue('--to') ?? '';
      const answer = () => {
        document.querySelector<HTMLElement>('[data-question] [type=radio]')?.click();
        document.querySelector<HTMLElement>('[data-question] [type=submit]')?.click();
        return share();
      };
      const painted = () => new Promise((next) => requestAnimationFrame(() => setTimeout(() => setTimeout(next))));
      const inPress = answer();
      await painted();
      const afterwards = share();
      // Two steps before a frame.
      answer();
      answer();
      await painted();
      return [inPress, afterwards, share()];
    });
    expect(shares).toEqual(['0.25', '0.5', '1']);
  });

  test('Back from the second question leads to the first one, however busy the browser is', async () => {
    const { page, driver } = await live.visit('/termos-de-uso', {
      before: (page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })),
    });
    await page.goto(`${live.server.url}/quiz`);
    await driver.choose(10);
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(() => legend(page)).toBe('Com que frequência você publica conteúdo profissional?');
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(() => setTimeout(next)))));
    await page.goBack({ waitUntil: 'commit' });
    expect(new URL(page.url()).pathname).toBe('/quiz');
    await expect.poll(() => page.locator('[data-question]').getAttribute('data-question')).toBe('perfil');
    expect(await chosen(page)).toEqual(['10']);
  });

  test('a press that the flow delays shows that it was taken, and leads on by itself', async () => {
    const { page, driver } = await live.visit('/diagnostico', {
      before: async (page) => {
        await page.clock.install();
        await lost.before(page);
      },
    });
    // On a busy machine the delay could be over before the test looks.
    await pauseClock(page);
    const button = page.locator('[data-send=begin]');
    await driver.press('begin');
    await expect.poll(() => button.textContent()).toBe('Preparando…');
    await button.click({ force: true, timeout: 300 }).catch(() => {});
    await page.clock.runFor(590);
    expect(await page.locator('[data-island]').getAttribute('data-screen')).toBe('inicio');
    await page.clock.runFor(20);
    await page.clock.resume();
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/quiz');
    await expect.poll(() => page.title()).toMatch(/^Pergunta 1 de 4 · /);
    await driver.back();
    await driver.expectScreen('inicio');
    expect(await button.textContent()).toBe('Começar meu diagnóstico');
    await page.goForward();
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [10]);
    await driver.expectScreen('quiz.frequencia');
    expect(await isAwake(page)).toBe(false);
  });

  test('every view has the structure that axe requires', async () => {
    const { page, driver } = await live.visit('/quiz', lost);
    for (const answer of [10, 5, 0, 10]) {
      await driver.next();
      expect(await violations(page)).toEqual([]);
      await answerAll(driver, [answer]);
      expect(await violations(page)).toEqual([]);
    }
    await driver.expectScreen('identificacao');
  });
});

describe('the island', () => {
  test('has what was typed before the visitor went back', async () => {
    const { before, release } = heldResponses(islandCode);
    const { page, driver, complaints } = await live.visit('/quiz', { before });
    await answerAll(driver, [10, 5, 10, 0]);
    await identify(driver, ana);
    await driver.back();
    await expect.poll(() => page.evaluate(() => history.state?.screen)).toBe('quiz.autoridade');
    release();
    await driver.expectScreen('quiz.autoridade');
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('identificacao');
    expect(await page.locator('[name=nome]').inputValue()).toBe('Ana Souza');
    expect(await page.locator('[name=wa]').inputValue()).toBe('(11) 98765-4321');
    expect(complaints).toEqual([]);
  });

  test('is not run before the form', async () => {
    const { page, driver, complaints } = await live.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await page.waitForTimeout(500);
    expect(await isAwake(page)).toBe(false);
    await answerAll(driver, [0, 10]);
    await identify(driver, ana);
    await expect.poll(() => isAwake(page)).toBe(true);
    await expect.poll(() => driver.address()).toBe(`/identificacao?answers=${encodeURIComponent('[10,5,0,10]')}`);
    expect(await page.locator('[name=nome]').inputValue()).toBe('Ana Souza');
    await driver.submit();
    await driver.expectScreen('resultado');
    expect(complaints).toEqual([]);
  });

  test('follows a visitor who goes back while it starts after a reload', async () => {
    const { page, driver, complaints } = await traced.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await expect.poll(() => isAwake(page)).toBe(true);
    // The session has started when its recorder is fetched.
    const recorder = '**/_f/assets/publish-trace-*.js';
    const release = await hold(page, recorder);
    const fetched = page.waitForRequest(recorder);
    await page.reload();
    await fetched;
    await driver.back();
    await expect.poll(() => page.evaluate(() => history.state?.screen)).toBe('quiz.frequencia');
    release();
    await driver.expectScreen('quiz.frequencia');
    await page.goForward({ waitUntil: 'commit' });
    await driver.expectScreen('quiz.engajamento');
    expect(complaints).toEqual([]);
  });

  test('stays at its question after a link within the page', async () => {
    const { page, driver, complaints } = await traced.visit('/quiz');
    await answerAll(driver, [10, 5]);
    await driver.expectScreen('quiz.engajamento');
    await expect.poll(() => isAwake(page)).toBe(true);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await page.evaluate(() => location.assign('#main'));
    await expect.poll(() => page.evaluate(() => history.state?.screen)).toBe('quiz.engajamento');
    await answerAll(driver, [0]);
    await driver.expectScreen('quiz.autoridade');
    await driver.back();
    await driver.expectScreen('quiz.engajamento');
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('takes over during a delay, and waits for the rest of it', async () => {
    const { page, driver, complaints } = await traced.visit('/diagnostico', { before: (each) => each.clock.install() });
    // On a busy machine the island may take longer to start than the delay.
    await pauseClock(page);
    await driver.press('begin');
    const isAwakeSoon = async (): Promise<boolean> => {
      await page.clock.runFor(5);
      return isAwake(page);
    };
    await expect.poll(isAwakeSoon).toBe(true);
    expect(await page.locator('[data-island]').getAttribute('data-state')).toBe('inicio.do-begin');
    await page.clock.runFor(600);
    await driver.expectScreen('quiz.perfil');
    await expect.poll(() => driver.address()).toBe('/quiz');
    expect(complaints).toEqual([]);
  });

  test.each([
    ['the first question', []],
    ['a later question', [10, 5]],
  ])('takes over the elements of %s, also with an error, and keeps the focus', async (_, answers) => {
    let release = (): void => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const { page, driver, complaints } = await traced.visit('/quiz', {
      before: (each) =>
        each.route(islandCode, async (route) => {
          await held;
          await route.continue();
        }),
    });
    await answerAll(driver, answers);
    await page.locator('[data-question] [type=submit]').click();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('[data-island] *')) Object.assign(element, { kept: true });
    });
    const before = await page.locator('[data-island]').innerHTML();
    expect(await isAwake(page)).toBe(false);
    release();
    await expect.poll(() => isAwake(page)).toBe(true);
    await expect.poll(() => page.locator('[data-island]').innerHTML()).toBe(before);
    expect(
      await page
        .locator('[data-island] *')
        .evaluateAll((all) => all.every((element) => (element as { kept?: boolean }).kept)),
    ).toBe(true);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('radio');
    expect(complaints).toEqual([]);
  });
});
