/** Whether the focused element is visible. */
import type { Page } from 'playwright';

/** How many elements of a page may cover others: those that are fixed or sticky, visible or not. */
export const pinnedIn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.body.querySelectorAll('*')].filter(
        (element) => element.id !== 'toasts' && /fixed|sticky/.test(getComputedStyle(element).position),
      ).length,
  );

/**
 * What covers the focused element, or that it is out of view; null when it is fully visible, empty when nothing has the
 * focus. For an element that is taller than the space between the bars, a visible part is enough.
 */
export const coverOfFocus = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    // The effects of scrolling, such as a bar that appears, are applied in the next frame.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const at = document.activeElement;
    if (at === null || at === document.body) return '';
    const pinned = (element: Element | null): Element | null => {
      for (let it = element; it !== null; it = it.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(it).position)) return it;
      return null;
    };
    const named = (element: Element): string => `${element.tagName.toLowerCase()}.${element.className}`;
    const points = [...at.getClientRects()].flatMap(({ left, top, right, bottom }) =>
      [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
        [0.02, 0.25, 0.5, 0.75, 0.98].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
      ),
    );
    const seen = points.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    const over = seen.flatMap(([x, y]) => {
      const cover = pinned(document.elementFromPoint(x, y));
      return cover === null || cover.contains(at) ? [] : [named(cover)];
    });
    const name = `${named(at)} "${at.textContent?.trim().slice(0, 30)}"`;
    if (seen.length === 0) return `${name} is out of view`;
    const { height } = at.getBoundingClientRect();
    const isTooTall = height > innerHeight * 0.6;
    if (over.length === 0 || (isTooTall && over.length < seen.length)) return null;
    return `${name} is under ${over[0]}`;
  });
