import { expect } from 'vitest';
import type { FunnelDriver } from '../funnel-driver.ts';
import { screenIn } from '../screen.ts';
import { patience, type Tab, until } from './tab.ts';

const within = { timeout: patience, interval: 50 };
const quoted = (text: string): string => JSON.stringify(text);

/** Drives a tab of any browser. */
export function driveTab(tab: Tab): FunnelDriver {
  const field = (name: string): string => `[data-island] [name="${name}"]`;
  const textOf = (selector: string) =>
    tab.evaluate<string | null>(`return document.querySelector(${quoted(selector)})?.textContent ?? null;`);
  return {
    press: (event) => tab.click(`[data-send="${event}"]`),
    choose: (value) => tab.click(`[data-question] label:has(input[value="${value}"])`),
    next: () => tab.click('[data-question] [type=submit]'),
    previous: () => tab.click('[data-question] [data-previous]'),
    type: async (name, value) => {
      if (typeof value === 'string') return tab.type(field(name), value);
      const checked = await tab.evaluate<boolean>(`return document.querySelector(${quoted(field(name))}).checked;`);
      if (checked !== value) await tab.click(field(name));
    },
    submit: () => tab.click('[data-island] form:not([data-question]) [type=submit]'),
    elapse: (ms) => new Promise((done) => setTimeout(done, ms)),
    back: () => tab.back(),
    expectScreen: async (screen) => {
      const state = () =>
        tab.evaluate<string>(
          `const { state, screen } = document.querySelector('[data-island]').dataset; return state ?? screen ?? '';`,
        );
      await expect.poll(async () => screenIn(await state().catch(() => '')), within).toBe(screen);
      // A screen takes the focus once it is painted; a visitor types only afterwards.
      await tab.evaluate(
        'window.seen = false; requestAnimationFrame(() => setTimeout(() => setTimeout(() => { window.seen = true; })));',
      );
      await until('the screen to be painted', () => tab.evaluate<boolean>('return window.seen === true;'));
    },
    expectToast: async (title, text) => {
      await expect.poll(() => textOf('#toasts .toast__title'), within).toBe(title);
      expect(await textOf('#toasts .toast__text')).toBe(text);
    },
    expectFieldError: async (name, message) => {
      const described = () =>
        tab.evaluate<string>(
          `const ids = document.querySelector(${quoted(field(name))}).getAttribute('aria-describedby') ?? '';
           return ids.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');`,
        );
      await expect.poll(described, within).toContain(message);
    },
    address: async () => {
      const { pathname, search } = new URL(await tab.url());
      return pathname + search;
    },
  };
}
