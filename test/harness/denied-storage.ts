/** A browser in which pages have no storage, as with all cookies blocked. */
import type { Page } from 'playwright';

/** Denies storage to a page. Call it before the page is opened. */
export const denyStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
