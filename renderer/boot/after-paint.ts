/** Runs once the frame at hand has been painted: what a visitor sees at first needs none of it. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
