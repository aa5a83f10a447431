/** Random taps on the questions of the diagnostic, at random moments from the first script of the page on. */
import type { Page } from 'playwright';
import { leafOf, type Session, type SessionEvent, screenOf, sendEvent } from '../../engine/session/session.ts';
import { addPageTaps, type TapWindow } from './page-taps.ts';
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

/** A walk that answers all questions, quickly enough to come to the form before the code of the page. */
export const straightTaps = (random: Random, questions: number): TimedTap[] =>
  Array.from({ length: questions }, () => [
    { tap: { kind: 'choose', option: Math.floor(random.next() * 3) } as const, after: Math.floor(random.next() * 30) },
    { tap: { kind: 'next' } as const, after: Math.floor(random.next() * 30) },
  ]).flat();

/** A tap that was made. */
export interface MadeTap {
  /** The screen at which it was made. */
  readonly at: string;
  /** The screen that Back led to; null for other taps, and where Back was not pressed. */
  readonly back: string | null;
  /** Whether the session was not there yet. */
  readonly isEarly: boolean;
}

/** Makes the page tap itself from its first question on. Call it before the page is opened. */
export async function tapAlone(page: Page, all: readonly TimedTap[]): Promise<void> {
  await addPageTaps(page);
  await page.addInitScript((each: readonly TimedTap[]) => {
    const { taps } = window as unknown as TapWindow<MadeTap>;
    const run = async (): Promise<void> => {
      await taps.untilReady();
      for (const { tap, after } of each) {
        await taps.wait(after);
        const form = document.querySelector('[data-question]');
        if (form === null) break;
        if (tap.kind === 'back') {
          const gone = await taps.back();
          taps.made.push({ at: gone?.at ?? taps.shown(), back: gone?.screen ?? null, isEarly: !taps.isAwake() });
          continue;
        }
        taps.made.push({ at: taps.shown(), back: null, isEarly: !taps.isAwake() });
        if (tap.kind === 'choose') form.querySelectorAll<HTMLElement>('input[type=radio]')[tap.option]?.click();
        else form.querySelector<HTMLElement>(tap.kind === 'next' ? '[type=submit]' : '[data-previous]')?.click();
      }
      await taps.further?.();
      taps.isOver = true;
    };
    void run();
  }, all);
}

/** What the machine makes of the taps: the events of a visitor who taps this, and the session after them. */
export function expectedOf(start: Session, taps: readonly TimedTap[], made: readonly MadeTap[]) {
  let session = start;
  const events: SessionEvent[] = [];
  const send = (event: SessionEvent): void => {
    events.push(event);
    session = sendEvent(session, event, { at: 0, random: 0 }).session;
  };
  const at = leafOf(session).screen;
  const early = taps.slice(0, made.filter(({ isEarly }) => isEarly).length);
  // What the visitor sees chosen is taken first, then the presses, until one leads on.
  const chosen = early.findLast(({ tap }) => tap.kind === 'choose')?.tap;
  if (chosen?.kind === 'choose')
    send({ type: 'SELECT', value: screenOf(session).question?.item.options[chosen.option]?.value as number });
  for (const { tap } of early) if (tap.kind === 'next' && leafOf(session).screen === at) send({ type: 'NEXT' });
  made.forEach(({ back, isEarly }, index) => {
    const { tap } = taps[index] as TimedTap;
    if (isEarly) return;
    if (tap.kind === 'back') {
      if (back !== null && back !== leafOf(session).screen) send({ type: 'GO', screen: back });
      return;
    }
    const { question } = screenOf(session);
    if (question === null) return;
    if (tap.kind === 'choose') {
      const value = question.item.options[tap.option]?.value as number;
      // A checked option does not change.
      if (question.selected !== value) send({ type: 'SELECT', value });
    } else if (tap.kind === 'next') send({ type: 'NEXT' });
    else if (question.index > 0) send({ type: 'PREVIOUS' });
  });
  return { session, events };
}
