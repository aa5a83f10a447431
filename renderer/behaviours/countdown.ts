/** Countdowns: days, hours, minutes and seconds until a moment. */
import { type CorrectedClock, pageClock } from './clock.ts';

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

export type Figures = Readonly<Record<(typeof units)[number][0], string>>;

/**
 * The figures of a countdown, each with at least two digits; zeros after the moment.
 * @param left milliseconds to the moment
 */
export function figuresFor(left: number): Figures {
  let seconds = Math.max(0, Math.floor(left / 1000));
  const figures: Record<string, string> = {};
  for (const [unit, length] of units) {
    figures[unit] = String(Math.floor(seconds / length)).padStart(2, '0');
    seconds %= length;
  }
  return figures as Figures;
}

let shared: CorrectedClock | null = null;
const running = new Set<{ readonly element: HTMLElement; readonly until: number }>();
let timer = 0;

function tick(clock: CorrectedClock): void {
  clearTimeout(timer);
  for (const one of running) {
    if (!one.element.isConnected) {
      running.delete(one);
      continue;
    }
    const left = one.until - clock.now();
    const figures = figuresFor(left);
    for (const [unit, text] of Object.entries(figures)) {
      const place = one.element.querySelector(`[data-unit="${unit}"]`);
      if (place && place.textContent !== text) place.textContent = text;
    }
    if (left < 1000) running.delete(one);
  }
  // All countdowns tick together, on the full second of the first one's moment.
  if (running.size > 0) {
    const [first] = running;
    timer = window.setTimeout(tick, Math.max(20, (((first?.until ?? 0) - clock.now()) % 1000) + 5), clock);
  }
}

/** Starts a countdown. `data-until` is the moment in ISO 8601. */
export function startCountdown(element: HTMLElement): void {
  const until = Date.parse(element.dataset['until'] ?? '');
  if (Number.isNaN(until)) return;
  if (shared === null) {
    const clock = pageClock();
    shared = clock;
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      clock.rebase();
      tick(clock);
    });
  }
  running.add({ element, until });
  tick(shared);
}
