/**
 * What moves by itself on a page: no framework code, fetched after the first paint and only by pages that need it.
 * Everything it touches can be read and used without it.
 */
import { startCarousel } from './carousel.ts';
import { startCountdown } from './countdown.ts';
import { startMenus } from './menu.ts';
import { startSignals, tellVideo } from './signals.ts';

const starts: Readonly<Record<string, (element: HTMLElement) => void>> = {
  countdown: startCountdown,
  carousel: startCarousel,
  video: (element) =>
    void import('./video.ts').then(({ startVideo }) => startVideo(element, tellVideo)).catch(() => {}),
};

const started = new WeakSet<HTMLElement>();

function startAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-behaviour]')) {
    if (started.has(element)) continue;
    started.add(element);
    starts[element.dataset['behaviour'] ?? '']?.(element);
  }
}

startAll();
startMenus();
const redrawn = startSignals();

// Islands draw other screens; a screen may bring something that moves.
let asked = false;
new MutationObserver((records) => {
  const brought = records.some(
    ({ type, addedNodes }) =>
      type === 'attributes' ||
      [...addedNodes].some(
        (node) =>
          node instanceof Element &&
          (node.matches('[data-behaviour],[data-when],section[id],.section[id]') ||
            node.querySelector('[data-behaviour],[data-when],section[id],.section[id]') !== null),
      ),
  );
  if (!brought || asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    startAll();
    redrawn();
  });
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-when'] });
