/** Runs a function after the current frame is painted, for work that the first view does not need. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));

/** Delays a function until the current frame is painted, or until something else needs its result. */
export interface Delayed {
  /** Takes the place of a function that has run. */
  delay(run: () => void): void;
  /** Runs it now, if it has not run yet. */
  settle(): void;
}

export function createDelayed(): Delayed {
  let waiting: (() => void) | undefined;
  const settle = (): void => {
    const run = waiting;
    waiting = undefined;
    run?.();
  };
  return {
    delay: (run) => {
      waiting = run;
      afterPaint(settle);
    },
    settle,
  };
}

/**
 * Runs a function once the current frame is painted and the browser has time, at most 100 ms later: for work that the
 * visitor does not see, which would delay the response to the next press.
 */
export const whenFree = (run: () => void): void =>
  afterPaint(() => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 100 }) : run()));
