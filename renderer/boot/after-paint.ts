/** Runs a function after the current frame is painted, for work that the first view does not need. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
