/** What visitors do, as acts that a table of visits is made of. */
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { stopClock } from './page-time.ts';
import { patience } from './patience.ts';
import { untilFormRuns } from './site-visits.ts';
import { tracesIn } from './traces.ts';

/** A visitor in a browser context of their own. */
export interface Visiting {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  readonly dataDir: string;
  readonly person: Readonly<Record<'name' | 'email' | 'phone' | 'text', string>>;
  /** The flow that is shown. */
  readonly flow: Locator;
  readonly hasScript: boolean;
  /** Of the first page; null without script. */
  id: string | null;
}

export type Act = (visiting: Visiting) => Promise<void>;

const within = { timeout: patience };

/** The texts of the visitor's traces. */
const textsOf = ({ dataDir, id }: Visiting): string[] =>
  id === null ? [] : tracesIn(dataDir, id).map(({ text }) => text);

/** Waits until the server has a text in a trace of the visitor. */
const stored = (visiting: Visiting, text: string | RegExp): Promise<void> =>
  expect.poll(() => textsOf(visiting).join(''), { ...within, message: `the trace has ${text}` }).toMatch(text);

/** Opens a page, and the dialog of the first element that a selector names. */
export const open =
  (path: string, opener?: string): Act =>
  async (visiting) => {
    const { page, url, flow, hasScript } = visiting;
    await page.goto(url + path);
    if (hasScript) visiting.id ??= await page.evaluate<string>('window.funnel.landing.visitId');
    if (opener === undefined) return;
    await page.locator(opener).first().click();
    if (hasScript) await flow.and(page.locator('[data-state]')).waitFor();
    else await page.waitForURL((address) => address.pathname !== path);
  };

/** Waits until the flow shows a step or question. */
export const shows =
  (screen: string): Act =>
  async ({ flow }) => {
    const state = async () =>
      (await flow.evaluate((root: HTMLElement) => root.dataset['state'] ?? root.dataset['screen']).catch(() => '')) ??
      '';
    await expect
      .poll(state, { ...within, message: `shows ${screen}` })
      .toMatch(new RegExp(`^${screen}(?:\\.(?:ready|failed))?$`));
  };

/** Waits until the page says a text. */
export const says =
  (text: string): Act =>
  async ({ page }) => {
    await page.getByText(text).locator('visible=true').first().waitFor();
  };

/** Waits for another address. */
export const goesTo =
  (address: RegExp): Act =>
  async ({ page }) => {
    await page.waitForURL(address, { waitUntil: 'commit' });
  };

/** What the visitor enters into a field. */
const entryOf = ({ person }: Visiting, type: string): string =>
  type === 'email' ? person.email : type === 'tel' ? person.phone : type === 'textarea' ? person.text : person.name;

/** Fills in the form, with other values where they are given by the name of a field. */
export const fills =
  (others: Readonly<Record<string, string>> = {}): Act =>
  async (visiting) => {
    const form = visiting.flow.locator('form:not([data-question])').first();
    const fields = await form
      .locator('input[name], textarea[name]')
      .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name, type }) => ({ name, type })));
    const chosen = new Set<string>();
    for (const { name, type } of fields) {
      if (name.startsWith('_') || type === 'hidden') continue;
      const field = form.locator(`[name="${name}"]`).first();
      if (type !== 'radio' && type !== 'checkbox') await field.fill(others[name] ?? entryOf(visiting, type));
      else if (!chosen.has(name) && !(await field.isChecked()))
        await form.locator(`label:has([name="${name}"])`).first().click();
      chosen.add(name);
    }
  };

/** Types into a field, and waits until the server has it. */
export const types =
  (name: string): Act =>
  async (visiting) => {
    const field = visiting.flow.locator(`[name="${name}"]`).first();
    await field.fill(entryOf(visiting, (await field.getAttribute('type')) ?? 'textarea'));
    await field.press('Tab');
    await stored(visiting, new RegExp(`"INPUT","field":"${name}"`));
  };

/** Chooses an answer of the question that is shown, and goes on. */
export const answers =
  (value: number): Act =>
  async ({ flow }) => {
    await flow.locator(`[data-question] label:has(input[value="${value}"])`).click();
    await flow.locator('[data-question] [type=submit]').click();
  };

const button = ({ flow }: Visiting): Locator => flow.locator('form:not([data-question]) [type=submit]').first();

/** Sends the form. */
export const sends: Act = async (visiting) => {
  await button(visiting).click();
};

/** Sends the form with a double click. The reply does not arrive before the second press. */
export const sendsTwice: Act = async (visiting) => {
  let release = (): void => {};
  const isPressed = new Promise<void>((done) => (release = done));
  await visiting.page.route('**/api/**', (route) => isPressed.then(() => route.continue()), { times: 1 });
  await button(visiting).dblclick();
  release();
};

/** The clock of the device stands still: the presses of a double click have one time. */
export const hasStoppedClock: Act = async ({ page }) => {
  await stopClock(page);
};

/** Presses a button of the screen by its event. */
export const presses =
  (event: string): Act =>
  async ({ flow }) => {
    await flow.locator(`[data-send="${event}"]`).first().click();
  };

/** From here on calls to the site's intakes are answered so; the first ones only, if their number is given. */
export const answered =
  (status: number, times?: number): Act =>
  async ({ page }) => {
    const body = JSON.stringify({ success: false, message: 'Não foi possível.' });
    await page.route('**/api/**', (route) => route.fulfill({ status, contentType: 'application/json', body }), {
      ...(times === undefined ? {} : { times }),
    });
  };

/** From here on replies of the site's intakes do not arrive; what was sent does. */
export const repliesLost: Act = async ({ page }) => {
  await page.route('**/api/**', async (route) => void (await route.fetch()));
};

/** Loses the network once the code of the form is there. */
export const losesNetwork: Act = async ({ page, context }) => {
  await untilFormRuns(page);
  await context.setOffline(true);
};

/** Gets the network back, and waits until the page has heard of it. */
export const regainsNetwork: Act = async ({ page, context }) => {
  const returned = page.evaluate(() => new Promise((done) => addEventListener('online', done, { once: true })));
  await context.setOffline(false);
  await returned;
};

export const goesBack: Act = async ({ page }) => {
  await page.goBack({ waitUntil: 'commit' });
};

export const reloads: Act = async ({ page }) => {
  await page.reload();
};

/** Closes the dialog. */
export const closes: Act = async ({ page }) => {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
};

/** Leaves the site, and waits until each trace of the visit has its end. */
export const leaves: Act = async (visiting) => {
  const { page, id } = visiting;
  // The page may be leaving by itself.
  await page.goto('about:blank').catch(() => {});
  if (id === null) return;
  await expect
    .poll(() => textsOf(visiting).map((text) => /"kind":"end".*\n$/.test(text)), {
      ...within,
      message: 'every trace has an end',
    })
    .toSatisfy((all: boolean[]) => all.length > 0 && all.every(Boolean));
};

/** The process of the page ends: nothing more is sent. */
export const crashes: Act = async ({ page, context }) => {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  // It has no reply.
  session.send('Page.crash').catch(() => {});
  await crashed;
};

/** Waits until the server has a text in a trace of the visit. */
export const isRecorded =
  (text: string | RegExp): Act =>
  (visiting) =>
    stored(visiting, text);

/** The clock of the device is late, so that the visit was days ago. */
export const wasDaysAgo =
  (days: number): Act =>
  async ({ page }) => {
    await page.addInitScript(
      (ms) => {
        const { now } = Date;
        Date.now = () => now() - ms;
      },
      days * 24 * 60 * 60 * 1000,
    );
  };

/** Waits for an alert that no act has waited for. */
export const alerted: Act = async ({ page }) => {
  await page.waitForFunction(() => (window as unknown as { alerts: string[] }).alerts.splice(0).length > 0);
};

/** The device loses its network for good, and the tab is closed. */
export const vanishes: Act = async ({ page }) => {
  await page.close();
};

/** Waits for the history entry of the current question, which Back leaves. */
export const isEntered: Act = async ({ page, flow }) => {
  await expect
    .poll(() => page.evaluate<string>('history.state?.screen'), within)
    .toBe(await flow.getAttribute('data-state'));
};

/** Follows a link. */
export const follows =
  (path: string): Act =>
  async ({ page }) => {
    await page.locator(`main a[href^="${path}"]`).first().click();
    await page.waitForURL(`**${path}*`);
  };

/** A visitor with a page. */
export async function visitorAt(
  given: Pick<Visiting, 'page' | 'url' | 'dataDir' | 'person' | 'hasScript'>,
): Promise<Visiting> {
  const { page, hasScript } = given;
  // An alert that opens while a navigation commits can block Chromium until the navigation times out.
  await page.addInitScript(() => {
    const alerts: string[] = [];
    Object.assign(window, { alerts, alert: (text: string) => alerts.push(text) });
  });
  const flow = page.locator(hasScript ? '[data-island]:visible' : '[data-island]').first();
  return { ...given, context: page.context(), flow, id: null };
}
