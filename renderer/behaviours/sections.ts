/**
 * Lays out the sections that wait below the first screen, one at a time while the browser is idle: no task is long.
 * Where browsers have no idle callback (Safari), sections wait until they come near.
 */

/** Starts once the page's fonts have come: a font that comes lays out again what is laid out. */
export function startSections(): void {
  const waiting = [...document.querySelectorAll<HTMLElement>('main>*')];
  const next = (): void => {
    const section = waiting.shift();
    if (section) section.style.contentVisibility = 'visible';
    if (section) window.requestIdleCallback?.(next);
  };
  document.fonts.ready.then(() => window.requestIdleCallback?.(next));
}
