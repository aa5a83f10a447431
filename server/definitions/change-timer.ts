/** Tells when the clock chooses another value of a site's axes: when an event begins or ends. */
import { type AxesRules, nextChange } from '../../engine/axes/choice.ts';

// Timers are limited to 2^31 - 1 ms.
const maxTimerDelay = 2_147_483_647;

export interface ChangeTimer {
  /** Waits for the next change by one of these rules; replaces the previous wait. */
  follow(...rules: readonly AxesRules[]): void;
  stop(): void;
}

/** @param changed called at each change; it calls `follow` again */
export function createChangeTimer(clock: () => number, changed: () => void): ChangeTimer {
  let timer: NodeJS.Timeout | undefined;
  const wait = (until: number): void => {
    const delay = Math.min(Math.max(0, until - clock()), maxTimerDelay);
    timer = setTimeout(() => (clock() < until ? wait(until) : changed()), delay).unref();
  };
  return {
    follow(...rules) {
      clearTimeout(timer);
      const changes = rules.flatMap((each) => nextChange(each, clock()) ?? []);
      if (changes.length > 0) wait(Math.min(...changes));
    },
    stop: () => clearTimeout(timer),
  };
}
