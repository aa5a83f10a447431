/** Ten visits to the site in Chromium, each with another reason for its end. */
import type { Browser, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { openVisitor, viewports } from './chromium.ts';
import { applyEdits, type Edit } from './funnels-copy.ts';
import type { HostedSite } from './hosted-site.ts';
import { patience } from './patience.ts';
import { untilFormRuns } from './site-visits.ts';
import { tracesIn } from './traces.ts';

/** A visit, and what must be found on the screen of the inspector. */
export interface PreparedVisit {
  readonly name: string;
  readonly id: string;
  /** In the sentence at the top. */
  readonly ended: RegExp;
  /** In the reply beside it: the call, its status, and the message. */
  readonly reply?: RegExp;
  /** Among what else explains it. */
  readonly explained?: RegExp;
  /** In the step at which the inspector opens. */
  readonly step: RegExp;
}

/** The sign-up on the home page sells, and the page after the guide comes soon. */
export const preparedEdits: readonly Edit[] = [
  ['cadastro-consultoria/cadastro-consultoria.flow.yaml', 'name: Lead', 'name: Purchase'],
  ['cadastro-consultoria/cadastro-consultoria.scenario.yaml', 'events: [Lead]', 'events: [Purchase]'],
  ['guia/guia.flow.yaml', 'delay: 4s', 'delay: 300ms'],
];
const laterEdit: Edit = ['guia/guia.flow.yaml', 'to: /parabens-guia-enviado', 'to: /aplicacao-enviada'];

const person = { name: 'Ana Prado', email: 'ana.prado@exemplo.com.br', phone: '11987654321' };
const serverText = 'Ocorreu um erro. Tente novamente em instantes.';

interface Site {
  readonly server: HostedSite;
  readonly browser: Browser;
  /** The folder of its definitions. */
  readonly funnels: string;
}

interface Visiting {
  readonly page: Page;
  readonly id: string;
  readonly flow: Locator;
  field(name: string): Locator;
  fill(): Promise<void>;
  submit(): Promise<void>;
  /** Waits for a state of the flow. */
  at(state: RegExp): Promise<void>;
  /**
   * Waits until traces have begun, one if no other number is given: a page that is left before its recorder is loaded
   * stores nothing.
   */
  recorded(count?: number): Promise<void>;
  /** Leaves the site, and waits until every trace of the visit has an end. */
  leave(): Promise<void>;
}

async function begin(page: Page, { server }: Site, path: string): Promise<Visiting> {
  await page.goto(server.url + path);
  const id = await page.evaluate<string>('window.funnel.landing.visitId');
  const flow = page.locator('[data-island]:visible').first();
  const field = (name: string): Locator => flow.locator(`[name=${name}]`).first();
  const traces = () => tracesIn(server.dataDir, id);
  const visiting: Visiting = {
    ...{ page, id, flow, field },
    fill: async () => {
      for (const [name, value] of Object.entries(person)) await field(name).fill(value);
    },
    submit: () => flow.locator('form:not([data-question]) [type=submit]').first().click(),
    at: (state) =>
      expect
        .poll(() => flow.getAttribute('data-state').catch(() => ''), {
          timeout: patience,
          message: `${path}: ${state}`,
        })
        .toMatch(state),
    recorded: (count = 1) =>
      expect
        .poll(() => traces().length, { timeout: patience, message: `${path}: trace ${count} has begun` })
        .toBeGreaterThanOrEqual(count),
    leave: async () => {
      await visiting.recorded();
      // The page may be leaving by itself.
      await page.goto('about:blank').catch(() => {});
      await expect
        .poll(() => traces().filter(({ text }) => !/"kind":"end"/.test(text)), {
          timeout: patience,
          message: `${path}: the trace has an end`,
        })
        .toEqual([]);
    },
  };
  return visiting;
}

/** Answers the current question. */
async function answer({ flow }: Visiting): Promise<void> {
  await flow.locator('[data-question] label:has(input)').nth(1).click();
  await flow.locator('[data-question] [type=submit]').click();
}

/** Waits for the history entry of the current question. It is pushed after the paint; Back and a reload lead to it. */
const entered = async ({ page, flow }: Visiting): Promise<void> =>
  expect
    .poll(() => page.evaluate<string>('history.state?.screen'), { timeout: patience })
    .toBe(await flow.getAttribute('data-state'));

type Course = (page: Page, site: Site) => Promise<Omit<PreparedVisit, 'name'>>;

const courses: Readonly<Record<string, Course>> = {
  bought: async (page, site) => {
    const visit = await begin(page, site, '/cadastro-consultoria');
    await visit.fill();
    await visit.submit();
    await page.waitForURL(/\/consultoria/);
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Bought: the event Purchase was sent, then redirected to \/consultoria\./ },
      reply: /POST \/api\/consultoria\s*200/,
      step: /Reply.*POST \/api\/consultoria was accepted/,
    };
  },
  'lost network at submit': async (page, site) => {
    const visit = await begin(page, site, '/cadastro-consultoria');
    await visit.fill();
    await visit.field('email').press('Tab');
    // A submission without the rules would not come to its call.
    await untilFormRuns(page);
    // A recorder that is not loaded yet does not hear that the network is gone.
    await visit.recorded();
    await page.context().setOffline(true);
    // The visitor sees the error.
    await Promise.all([page.waitForEvent('dialog'), visit.submit()]);
    // The page notes the return of the network when it hears of it.
    await page.evaluate(() => {
      addEventListener('online', () => Object.assign(window, { isBack: true }), { once: true });
    });
    await page.context().setOffline(false);
    await page.waitForFunction('window.isBack');
    await visit.leave();
    return {
      ...{
        id: visit.id,
        ended: /Network lost: POST \/api\/consultoria got no response, because the device was offline/,
      },
      ...{ reply: /POST \/api\/consultoria\s*offline/, explained: /The device lost its network for/ },
      step: /Reply.*the device was offline/,
    };
  },
  'refused by a rule': async (page, site) => {
    const visit = await begin(page, site, '/cadastro-consultoria');
    await visit.fill();
    await visit.field('email').fill('ana.prado');
    await visit.submit();
    await visit.flow.getByText('E-mail inválido').first().waitFor();
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Refused at “.*”: “E-mail” by the rule email \(E-mail inválido\)\./ },
      step: /Pressed.*Quero saber mais.*refused “E-mail”: “E-mail inválido”/,
    };
  },
  'closed the dialog': async (page, site) => {
    const visit = await begin(page, site, '/workshop');
    await page.locator('[data-open^=inscricao]:visible').first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('[data-island][data-state]').waitFor();
    await dialog.locator('[name=name]').fill('Ana Prado');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Closed the dialog at the field “Nome[^”]*” of/ },
      step: /Entered.*Nome.*left the dialog, which was closed/,
    };
  },
  'Back twice': async (page, site) => {
    const visit = await begin(page, site, '/quiz');
    await answer(visit);
    await visit.at(/^quiz\.(?!perfil)/);
    const second = (await visit.flow.getAttribute('data-state')) as string;
    await answer(visit);
    await expect.poll(() => visit.flow.getAttribute('data-state')).not.toBe(second);
    await entered(visit);
    for (const state of [second, 'quiz.perfil']) {
      await page.goBack({ waitUntil: 'commit' });
      await expect.poll(() => visit.flow.getAttribute('data-state'), { timeout: patience }).toBe(state);
    }
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Left at “/, explained: /The visitor went back twice, the last time to “/ },
      step: /Back/,
    };
  },
  'a 500': async (page, site) => {
    const visit = await begin(page, site, '/cadastro-consultoria');
    const body = JSON.stringify({ success: false, message: serverText, code: 'internal' });
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
    await visit.fill();
    // The visitor sees the error.
    await Promise.all([page.waitForEvent('dialog'), visit.submit()]);
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /The server failed: POST \/api\/consultoria was answered with 500/ },
      reply: /POST \/api\/consultoria\s*500\s*“Ocorreu um erro\. Tente novamente em instantes\.”/,
      step: /Reply.*answered with 500: “Ocorreu um erro/,
    };
  },
  'a redirect edited since': async (page, site) => {
    const visit = await begin(page, site, '/baixar-guia-estrategico');
    await visit.fill();
    await visit.submit();
    await page.waitForURL(/\/parabens-guia-enviado/);
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Redirected to \/parabens-guia-enviado\./ },
      explained:
        /The flow was edited since: at step \d+, “.*”, it now redirects to \/aplicacao-enviada, not to \/parabens-guia-enviado\./,
      step: /Went.*to \/parabens-guia-enviado/,
    };
  },
  'a slow phone': async (page, site) => {
    const visit = await begin(page, site, '/cadastro-consultoria');
    // The reply does not arrive while the visitor waits.
    await page.route('**/api/**', () => {});
    await visit.fill();
    // The message is about the call, not about the code of the form.
    await untilFormRuns(page);
    await visit.submit();
    await page.locator('#toasts').getByText('A conexão está lenta').waitFor();
    await visit.leave();
    return {
      id: visit.id,
      ended: /Left at .*, before POST \/api\/consultoria was answered, after waiting for \d+\.\d s\./,
      step: /Sent|Pressed/i,
    };
  },
  'two tabs': async (page, site) => {
    const visit = await begin(page, site, '/cadastro-consultoria');
    await visit.field('name').fill('Ana Prado');
    await visit.field('name').press('Tab');
    const tab = await page.context().newPage();
    const other = await begin(tab, site, '/cadastro-consultoria');
    await other.fill();
    await other.submit();
    await tab.waitForURL(/\/consultoria/);
    await other.leave();
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Left at the field “Nome”/ },
      explained: new RegExp(`open in another tab, too: visit ${other.id}\\. That visit ended so: bought: `),
      step: /Entered.*Nome/,
    };
  },
  'a reload in the middle': async (page, site) => {
    const visit = await begin(page, site, '/quiz');
    await answer(visit);
    await visit.at(/^quiz\.(?!perfil)/);
    const reached = ((await visit.flow.getAttribute('data-state')) as string).split('.')[1] as string;
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain(reached);
    await entered(visit);
    await visit.recorded();
    await page.reload();
    // Until then the page shows the first question, and a press on it does not count for another.
    await visit.at(new RegExp(reached));
    await answer(visit);
    await expect.poll(() => visit.flow.getAttribute('data-state'), { timeout: patience }).not.toContain(reached);
    // The trace of the reloaded page.
    await visit.recorded(2);
    await visit.leave();
    return {
      ...{ id: visit.id, ended: /Left at “/ },
      explained: /The page was reloaded once(?: at “.*”)?, and the visit went on (?:there|at “.*”)\./,
      step: /Shown|Left|Pressed/i,
    };
  },
};

/** Makes the visits, two at a time, and edits the site afterwards. @returns when the edit is served */
export async function prepareVisits(site: Site): Promise<PreparedVisit[]> {
  const made: PreparedVisit[] = [];
  const waiting = Object.entries(courses);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, course] = next;
      const { page, leave } = await openVisitor(site.browser, { viewport: viewports.phone, reducedMotion: 'reduce' });
      page.on('dialog', (dialog) => void dialog.accept());
      made.push({ name, ...(await course(page, site)) });
      await leave();
    }
  };
  await Promise.all([work(), work()]);
  const version = async (): Promise<string> =>
    ((await (await fetch(`${site.server.url}/readyz`)).json()) as { definition: string }).definition;
  const before = await version();
  applyEdits(site.funnels, [laterEdit]);
  await expect.poll(version, { timeout: patience }).not.toBe(before);
  return made;
}
