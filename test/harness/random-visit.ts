/** A visitor who takes plausible actions on every screen of a flow, chosen by a seed. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { patience } from './patience.ts';

export interface Random {
  /** In [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** mulberry32: small, and the same on every platform. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] as never,
  };
}

/** A disturbance, at most one per visit. */
export type Trouble = 'offline' | 'error' | 'reload' | 'back';

export interface RandomVisit {
  readonly page: Page;
  readonly flow: string;
  readonly random: Random;
  readonly trouble: Trouble | null;
  /** The visitor's input, by kind of field. */
  readonly person: { readonly name: string; readonly email: string; readonly phone: string; readonly text: string };
}

const within = { timeout: patience };
const mostActions = 16;
/** The state of a flow whose page is not shown. */
const gone = '(gone)';

/** Waits for an action on a form, or until the form is gone: a submission that is under way may replace its screen. */
async function unlessGone(form: Locator, action: Promise<void>): Promise<void> {
  const end = action.catch(() => {});
  const [element] = await form.elementHandles().catch(() => []);
  if (element !== undefined) await Promise.race([end, element.waitForElementState('hidden', within).catch(() => {})]);
}

/** What is read from a page; nothing if the page is left meanwhile. */
async function unlessLeft<T>(reading: Promise<T[]>): Promise<T[]> {
  return await reading.catch((error: Error) => {
    if (error.message.includes('Execution context was destroyed')) return [];
    throw error;
  });
}

/** Runs a visit until its flow ends, its page is left, or enough actions were taken. Returns the actions. */
export async function visitAtRandom({ page, flow, random, trouble, person }: RandomVisit): Promise<string[]> {
  const done: string[] = [];
  const island = page.locator(`[data-island][data-flow="${flow}"]:visible`);
  let left = trouble;
  const state = async (): Promise<string> => {
    const [first] = await island.evaluateAll((all) =>
      all.map((it) => it.getAttribute('data-state') ?? it.getAttribute('data-screen') ?? ''),
    );
    return first ?? gone;
  };
  /** Waits until the flow waits for the visitor, or its page is gone. */
  const settled = async (): Promise<string> => {
    let now = gone;
    await expect
      .poll(async () => (now = await state().catch(() => 'navigating.run')), {
        ...within,
        message: `${flow} settles after ${done.join(' → ')}`,
      })
      .not.toMatch(/\.(call-\d+|load-\d+|do-[^.]+|draw|run)$/);
    return now;
  };

  async function fill(form: Locator): Promise<void> {
    const fields = form.locator('input[name]:visible, textarea[name]:visible');
    // Read in one call: a press that waited for code may submit the form and replace its screen.
    const found = await unlessLeft(
      fields.evaluateAll((all) =>
        (all as HTMLInputElement[]).map(({ name, type, tagName }) => ({ name, type, tagName })),
      ),
    );
    for (const [index, { name, type, tagName }] of found.entries()) {
      if (type === 'radio' || type === 'checkbox' || name.startsWith('_')) continue;
      const value =
        tagName === 'TEXTAREA'
          ? person.text
          : type === 'email'
            ? person.email
            : type === 'tel'
              ? person.phone
              : person.name;
      const field = fields.nth(index);
      const atOnce = random.chance(0.5);
      await unlessGone(
        form,
        field.fill(atOnce ? value : '').then(() => (atOnce ? undefined : field.pressSequentially(value))),
      );
    }
    const groups = await unlessLeft(
      form
        .locator('input[type=radio], fieldset input[type=checkbox]')
        .evaluateAll((all) => [...new Set(all.map((it) => (it as HTMLInputElement).name))]),
    );
    for (const name of groups) {
      const options = form.locator(`label:has(input[name="${name}"])`);
      const option = options.nth(Math.floor(random.next() * (await options.count())));
      await unlessGone(form, option.click());
    }
  }

  /** Presses a submit button, with a lost network or a failing server when that disturbance is due. */
  async function submit(press: () => Promise<void>): Promise<void> {
    if (left === 'error') {
      left = null;
      done.push('the server fails');
      const body = JSON.stringify({ success: false, message: `${person.name} já está inscrita` });
      await page.route('**/api/**', (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
      await press();
      await settled();
      await page.unroute('**/api/**');
    } else if (left === 'offline') {
      left = null;
      done.push('the network is lost');
      await page.context().setOffline(true);
      await press();
      await settled();
      await page.context().setOffline(false);
    }
    await press();
  }

  for (let action = 0; action < mostActions; action += 1) {
    const at = await settled();
    // Stop when the same screen keeps returning.
    if (at === gone || done.filter((each) => each === at).length > 3) break;
    if (left === 'reload' && action === 2) {
      left = null;
      done.push('reload');
      await page.reload();
      await page.waitForLoadState();
      continue;
    }
    if (left === 'back' && action === 2) {
      left = null;
      done.push('back');
      await page.goBack({ waitUntil: 'commit' });
      continue;
    }
    const scope = island.first();
    const question = scope.locator('[data-question]');
    const form = scope.locator('form:not([data-question]):has([type=submit]:visible)').first();
    const sends = scope.locator('[data-send]:visible');
    done.push(at);
    if ((await question.count()) > 0) {
      const previous = question.locator('[data-previous]:enabled');
      if (random.chance(0.15) && (await previous.count()) > 0) await previous.click();
      else {
        const options = question.locator('label:has(input)');
        if (!random.chance(0.15)) await options.nth(Math.floor(random.next() * (await options.count()))).click();
        const next = question.locator('[type=submit]');
        await (left === 'error' || left === 'offline' ? next.click() : submit(() => next.click()));
      }
    } else if ((await form.count()) > 0) {
      const button = form.locator('[type=submit]');
      if (random.chance(0.25)) {
        // The form of a submission that is under way may be gone before it can be pressed.
        await unlessGone(form, button.click());
        await settled();
      }
      if (random.chance(0.2) && (await sends.count()) > 0) await sends.first().click();
      else {
        await fill(form);
        await submit(() => unlessGone(form, button.click()));
      }
    } else if ((await sends.count()) > 0) await sends.nth(Math.floor(random.next() * (await sends.count()))).click();
    else break;
    await page
      .locator('[data-waiting]')
      .waitFor({ state: 'detached', ...within })
      .catch(() => {});
  }
  return done;
}
