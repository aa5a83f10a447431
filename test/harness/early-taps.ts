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

/** A tap that was made. */
export interface MadeTap {
  /** The screen at which it was made. */
  readonly at: string;
  /** The screen that Back led to; null for other taps, and where Back was not pressed. */
  readonly back: string | null;
}

interface TapWindow {
  taps: { isOver: boolean; made: MadeTap[] };
}

/** Makes the page tap itself from its first question on. Call it before the page is opened. */
export async function tapAlone(page: Page, taps: readonly TimedTap[]): Promise<void> {
  await page.addInitScript((all: readonly TimedTap[]) => {
    const state: TapWindow['taps'] = { isOver: false, made: [] };
    Object.assign(window, { taps: state });
    const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
    const shown = (): string => {
      const { state: own, screen = '' } = document.querySelector<HTMLElement>('[data-island]')?.dataset ?? {};
      return own?.replace('.ready', '') ?? screen;
    };
    const back = async (): Promise<void> => {
      // The entry of a screen is pushed after its paint.
      await frame();
      const at = shown();
      if (!((history.state as { place?: number } | null)?.place ?? 0)) {
        state.made.push({ at, back: null });
        return;
      }
      const popped = new Promise((done) => addEventListener('popstate', done, { once: true }));
      history.back();
      await popped;
      state.made.push({ at, back: (history.state as { screen?: string }).screen ?? null });
    };
    const run = async (): Promise<void> => {
      while (!document.querySelector('#funnel-table') || !window.funnel) await wait(5);
      for (const { tap, after } of all) {
        await wait(after);
        const form = document.querySelector('[data-question]');
        if (form === null) break;
        if (tap.kind === 'back') {
          await back();
          continue;
        }
        state.made.push({ at: shown(), back: null });
        if (tap.kind === 'choose') form.querySelectorAll<HTMLElement>('input[type=radio]')[tap.option]?.click();
        else form.querySelector<HTMLElement>(tap.kind === 'next' ? '[type=submit]' : '[data-previous]')?.click();
      }
      state.isOver = true;
    };
    void run();
  }, taps);
}

/** The taps that were made, in order. Waits for the last tap. */
export async function tapped(page: Page): Promise<MadeTap[]> {
  await page.waitForFunction(() => (window as unknown as TapWindow).taps?.isOver);
  return page.evaluate(() => (window as unknown as TapWindow).taps.made);
}

/**
 * What the machine makes of the taps: the events of a visitor who taps this, and the session after them. The end of the questions
 * waits for the code of the page. It is dropped if the visitor goes back in the browser before it, with all that is done on its
 * screen until then: the code begins at the screen of the last Back.
 */
export function expectedOf(start: Session, taps: readonly TimedTap[], made: readonly MadeTap[]) {
  let session = start;
  const events: SessionEvent[] = [];
  const send = (event: SessionEvent): void => {
    events.push(event);
    session = sendEvent(session, event, { at: 0, random: 0 }).session;
  };
  /** The screen on which the questions were ended, and what was before. */
  let ended: { readonly at: string; readonly session: Session; readonly count: number } | undefined;
  let isLeft = false;
  made.forEach(({ at, back }, index) => {
    const { tap } = taps[index] as TimedTap;
    if (at !== ended?.at) {
      ended = undefined;
      isLeft = false;
    }
    if (tap.kind === 'back') {
      if (back === null) return;
      if (ended !== undefined) {
        isLeft = true;
        session = ended.session;
        events.length = ended.count;
      }
      if (back !== leafOf(session).screen) send({ type: 'GO', screen: back });
      return;
    }
    const { question } = screenOf(session);
    if (question === null || isLeft) return;
    if (tap.kind === 'choose') {
      const value = question.item.options[tap.option]?.value as number;
      // A checked option does not change.
      if (question.selected !== value) send({ type: 'SELECT', value });
    } else if (tap.kind === 'next') {
      const before = { at, session, count: events.length };
      send({ type: 'NEXT' });
      if (screenOf(session).question === null) ended = before;
    } else if (question.index > 0) send({ type: 'PREVIOUS' });
  });
  return { session, events };
}
