/** Live signals of the page. They show or hide conditional blocks and mark the link of the active section. */
import type { Code } from '../../engine/expressions/code.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { firstSignals, type PageSignals } from '../../engine/signals/page.ts';

/** Height reserved for a sticky header, in pixels. */
const offset = 80;

/** Whether a condition holds. A condition that cannot be evaluated does not hold. */
export function holds(code: Code, page: PageSignals): boolean {
  try {
    return evaluate(code, { page }) === true;
  } catch (error) {
    // Among others, until a function of the site's own is fetched.
    console.info('A condition of the page failed.', error);
    return false;
  }
}

/** The query parameters that conditions may read. */
export function readQuery(search: string): PageSignals['query'] {
  const all = new URLSearchParams(search);
  return { src: all.get('src'), delay: all.get('delay') };
}

/** How far a page is scrolled, in percent; 0 for a page that cannot scroll. */
export const scrollPercent = (top: number, height: number, screen: number): number =>
  height <= screen ? 0 : Math.min(100, Math.max(0, (top / (height - screen)) * 100));

let signals: PageSignals = firstSignals;

function show(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-when]')) {
    const shown = holds(JSON.parse(element.dataset['when'] ?? 'false') as Code, signals);
    if (element.hidden === shown) element.hidden = !shown;
  }
  for (const link of document.querySelectorAll<HTMLElement>('header a[href^="#"]')) {
    const active = signals.section !== '' && link.getAttribute('href') === `#${signals.section}`;
    if (active) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** Updates signals, and the page where they have changed. */
export function updateSignals(changed: Partial<PageSignals>): void {
  const names = Object.keys(changed) as (keyof PageSignals)[];
  if (names.every((name) => signals[name] === changed[name])) return;
  signals = { ...signals, ...changed };
  show();
}

/** Watches which section is at the top of the screen, below a sticky header. @returns restarts it for a changed page */
function watchSections(): () => void {
  let observer: IntersectionObserver | null = null;
  const at = new Set<Element>();
  return () => {
    observer?.disconnect();
    at.clear();
    // Observes a line across the screen, just below the header.
    const below = Math.max(0, window.innerHeight - offset - 2);
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) at[isIntersecting ? 'add' : 'delete'](target);
        const inOrder = [...at].sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
        updateSignals({ section: inOrder.at(-1)?.id ?? '' });
      },
      { rootMargin: `-${offset}px 0px -${below}px` },
    );
    for (const section of document.querySelectorAll('main section[id],main .section[id],footer[id]'))
      observer.observe(section);
  };
}

/** Watches the page. @returns a function to call after the page has changed */
export function startSignals(): () => void {
  const narrow = matchMedia('(max-width:47.99em)');
  const device = (): void => updateSignals({ device: narrow.matches ? 'phone' : 'desktop' });
  narrow.addEventListener('change', device);

  let scheduled = false;
  const scrolled = (): void => {
    scheduled = false;
    updateSignals({ scroll: scrollPercent(window.scrollY, document.documentElement.scrollHeight, window.innerHeight) });
  };
  addEventListener(
    'scroll',
    () => {
      if (!scheduled) requestAnimationFrame(scrolled);
      scheduled = true;
    },
    { passive: true },
  );
  const sections = watchSections();
  let height = window.innerHeight;
  addEventListener('resize', () => {
    scrolled();
    if (height !== window.innerHeight) sections();
    height = window.innerHeight;
  });
  document.addEventListener(
    'click',
    (event) => {
      // A choice in a menu counts as an action.
      if ((event.target as Element).closest('[data-press],[data-menu] a'))
        updateSignals({ pressed: signals.pressed + 1 });
    },
    { capture: true },
  );
  setInterval(() => {
    if (document.querySelector('[data-when*=seconds]'))
      updateSignals({ seconds: Math.floor(performance.now() / 1000) });
  }, 1000);

  signals = { ...signals, query: readQuery(location.search), device: narrow.matches ? 'phone' : 'desktop' };
  scrolled();
  sections();
  show();
  return () => {
    sections();
    show();
  };
}

/** Reports how much of a video has been played. The signal never decreases. */
export const reportVideo = (percent: number): void => updateSignals({ video: Math.max(signals.video, percent) });
