/** Runs a function after the current frame is painted, for work that the first view does not need. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));

/** Runs a function after the first paint of the page: before it, other scripts would compete with it for a slow network. */
export const afterFirstPaint = (run: () => void): void => {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) afterPaint(run);
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      run();
    }).observe({ type: 'paint', buffered: true });
};

/** Delays functions until the current frame is painted, or until something else needs their results. */
export interface DelayQueue {
  delay(run: () => void): void;
  /** Runs those that wait, in order. */
  settle(): void;
}

export function createDelayQueue(): DelayQueue {
  let waiting: (() => void)[] = [];
  const settle = (): void => {
    const pending = waiting;
    waiting = [];
    for (const run of pending) run();
  };
  return {
    delay: (run) => {
      if (waiting.push(run) === 1) afterPaint(settle);
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
