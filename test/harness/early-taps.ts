/** Random taps on the questions of the diagnostic, at random moments from the first script of the page on. */
import type { Page } from 'playwright';
import { leafOf, type Session, type SessionEvent, screenOf, sendEvent } from '../../engine/session/session.ts';
import type { Random } from './random-visit.ts';

export type Tap =
  | { readonly kind: 'choose'; readonly option: number }
  | { readonly kind: 'next' | 'previous' | 'back' };

export interface TimedTap {
  readonly tap: Tap;
  /** Milliseconds after the previous tap. */
  readonly after: number;
}

/** A walk. @param count the number of taps */
export function randomTaps(random: Random, count: number): TimedTap[] {
  return Array.from({ length: count }, () => {
    const kind = random.pick(['choose', 'choose', 'choose', 'next', 'next', 'next', 'previous', 'back'] as const);
    const tap: Tap = kind === 'choose' ? { kind, option: Math.floor(random.next() * 3) } : { kind };
    return { tap, after: Math.floor(random.next() ** 2 * 250) };
  });
}

interface TapWindow {
  taps: { done: boolean; gone: (string | null)[] };
}

/** Makes the page tap itself from its first question on. Call it before the page is opened. */
export async function tapAlone(page: Page, taps: readonly TimedTap[]): Promise<void> {
  await page.addInitScript((all: readonly TimedTap[]) => {
    const state: TapWindow['taps'] = { done: false, gone: [] };
    Object.assign(window, { taps: state });
    const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    const back = async (): Promise<void> => {
      // The entry of a screen is pushed after its paint.
      await frame();
      if (!((history.state as { place?: number } | null)?.place ?? 0)) {
        state.gone.push(null);
        return;
      }
      const popped = new Promise((done) => addEventListener('popstate', done, { once: true }));
      history.back();
      await popped;
      state.gone.push((history.state as { screen?: string }).screen ?? null);
    };
    const run = async (): Promise<void> => {
      while (!document.querySelector('#funnel-table') || !window.funnel) await wait(5);
      for (const { tap, after } of all) {
        await wait(after);
        const form = document.querySelector('[data-question]');
        if (form === null) break;
        if (tap.kind === 'choose') form.querySelectorAll<HTMLElement>('input[type=radio]')[tap.option]?.click();
        else if (tap.kind === 'next') form.querySelector<HTMLElement>('[type=submit]')?.click();
        else if (tap.kind === 'previous') form.querySelector<HTMLElement>('[data-previous]')?.click();
        else await back();
      }
      state.done = true;
    };
    void run();
  }, taps);
}

/** The screens that Back led to, in order; null where it was not pressed. Waits for the last tap. */
export async function tapped(page: Page): Promise<(string | null)[]> {
  await page.waitForFunction(() => (window as unknown as TapWindow).taps?.done);
  return page.evaluate(() => (window as unknown as TapWindow).taps.gone);
}

/** What the machine makes of the taps: the events of a visitor who taps this, and the session after them. */
export function expectedOf(start: Session, taps: readonly TimedTap[], gone: readonly (string | null)[]) {
  let session = start;
  let backs = 0;
  const events: SessionEvent[] = [];
  const send = (event: SessionEvent): void => {
    events.push(event);
    session = sendEvent(session, event, { at: 0, random: 0 }).session;
  };
  for (const { tap } of taps) {
    const question = screenOf(session).question;
    if (question === null) break;
    if (tap.kind === 'choose') {
      const value = question.item.options[tap.option]?.value as number;
      // A checked option does not change.
      if (question.selected !== value) send({ type: 'SELECT', value });
    } else if (tap.kind === 'next') send({ type: 'NEXT' });
    else if (tap.kind === 'previous') {
      if (question.index > 0) send({ type: 'PREVIOUS' });
    } else {
      const screen = gone[backs++] ?? null;
      if (screen !== null && screen !== leafOf(session).screen) send({ type: 'GO', screen });
    }
  }
  return { session, events };
}
