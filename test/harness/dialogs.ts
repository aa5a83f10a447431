/** Shared steps of tests of forms in dialogs. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { typeInto } from '../../tools/typing.ts';

/** The id of the dialog that is open; null when none is. */
export const openDialog = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector<HTMLElement>('dialog[open]')?.dataset['overlay'] ?? null);

/** Waits until the flow in a dialog is at this step and ready for input. */
export const untilStep = (dialog: Locator, step: string): Promise<void> =>
  expect.poll(() => dialog.locator('[data-island]').getAttribute('data-state')).toBe(`${step}.ready`);

/** Clears the fields of a form and types into them. */
export async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await typeInto(form.locator(`[name="${name}"]`), value);
}

/** The values of the fields. */
export const fieldValuesIn = (form: Locator): Promise<Record<string, string>> =>
  form
    .locator('input')
    .evaluateAll((fields) =>
      Object.fromEntries(fields.map((field) => [(field as HTMLInputElement).name, (field as HTMLInputElement).value])),
    );

/** The error message of each invalid field. */
export const fieldErrors = (form: Locator): Promise<Record<string, string>> =>
  form.locator('input[aria-invalid=true]').evaluateAll((fields) =>
    Object.fromEntries(
      fields.map((field) => {
        const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
        return [(field as HTMLInputElement).name, ids.map((id) => document.getElementById(id)?.textContent).join(' ')];
      }),
    ),
  );

/** Whether a colour of an element is red. */
export async function isRed(
  element: Locator,
  property: 'borderTopColor' | 'color' = 'borderTopColor',
): Promise<boolean> {
  const colour = await element.evaluate((it, name) => getComputedStyle(it)[name], property);
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return red > green * 1.8 && red > blue * 1.8;
}

/** The position of the focus after each press of a key: in the dialog, outside of it, or in the browser's own UI. */
export async function walkFocus(page: Page, key: 'Tab' | 'Shift+Tab', presses: number): Promise<string[]> {
  const places: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    places.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return 'browser';
        return at.closest('dialog[open]') === null ? `outside: ${at.outerHTML.slice(0, 80)}` : 'dialog';
      }),
    );
  }
  return places;
}

/** Makes timers of one to ten seconds fire at once, for tests that are not about the delay. */
export const skipWaits = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const original = window.setTimeout;
    const skipping = (handler: TimerHandler, delay = 0, ...values: unknown[]) =>
      original(handler, delay >= 1000 && delay <= 10_000 ? 50 : delay, ...values);
    window.setTimeout = skipping as typeof window.setTimeout;
  });
