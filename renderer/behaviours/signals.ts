/** What the page is like right now, and what follows from it: pieces that come and go, the link of the active section. */
import type { Code } from '../../engine/expressions/code.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { firstSignals, type PageSignals } from '../../engine/signals/page.ts';

/** How far below the top of the screen a section begins, under a header that stays. Pixels. */
const offset = 80;

/** Whether a condition holds; one that has no value does not. */
export function holds(code: Code, page: PageSignals): boolean {
  try {
    return evaluate(code, { page: page as never }) === true;
  } catch (error) {
    console.info('A condition of the page has no value.', error);
    return false;
  }
}

/** The parameters of an address that conditions may read. */
export function readQuery(search: string): PageSignals['query'] {
  const all = new URLSearchParams(search);
  return { src: all.get('src'), delay: all.get('delay') };
}

/** How far a page is scrolled, in percent; a page without a way to scroll is not scrolled. */
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

/** Tells what has changed. */
export function tell(changed: Partial<PageSignals>): void {
  const names = Object.keys(changed) as (keyof PageSignals)[];
  if (names.every((name) => signals[name] === changed[name])) return;
  signals = { ...signals, ...changed };
  show();
}

/** The section that stands at the top of the screen, below a header that stays. */
function watchSections(): () => void {
  let observer: IntersectionObserver | null = null;
  const at = new Set<Element>();
  return () => {
    observer?.disconnect();
    at.clear();
    // One line across the screen, just below the header.
    const below = Math.max(0, window.innerHeight - offset - 2);
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) at[isIntersecting ? 'add' : 'delete'](target);
        const inOrder = [...at].sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
        tell({ section: inOrder.at(-1)?.id ?? '' });
      },
      { rootMargin: `-${offset}px 0px -${below}px` },
    );
    for (const section of document.querySelectorAll('main section[id],main .section[id],footer[id]'))
      observer.observe(section);
  };
}

/** Watches the page. Gives back a function to call when something new was drawn. */
export function startSignals(): () => void {
  const narrow = matchMedia('(max-width:47.99em)');
  const device = (): void => tell({ device: narrow.matches ? 'phone' : 'desktop' });
  narrow.addEventListener('change', device);

  let asked = false;
  const scrolled = (): void => {
    asked = false;
    tell({ scroll: scrollPercent(window.scrollY, document.documentElement.scrollHeight, window.innerHeight) });
  };
  addEventListener(
    'scroll',
    () => {
      if (!asked) requestAnimationFrame(scrolled);
      asked = true;
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
      // A choice in the menu is an action, too.
      if ((event.target as Element).closest('[data-press],[data-menu] a')) tell({ pressed: signals.pressed + 1 });
    },
    { capture: true },
  );
  setInterval(() => {
    if (document.querySelector('[data-when*=seconds]')) tell({ seconds: Math.floor(performance.now() / 1000) });
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

/** Tells how much of a video has been played; what was reached stays. */
export const tellVideo = (percent: number): void => tell({ video: Math.max(signals.video, percent) });
