/** Runs a function after the current frame is painted, for work that the first view does not need. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));

/**
 * Runs a function once the current frame is painted and the browser has time, at most 100 ms later: for work that the
 * visitor does not see, which would delay the response to the next press.
 */
export const whenFree = (run: () => void): void =>
  afterPaint(() => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 100 }) : run()));
