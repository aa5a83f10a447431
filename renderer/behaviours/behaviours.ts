/**
 * Behaviours: small scripts without framework code, fetched after the first paint by pages that need them. All content
 * is readable and usable without them.
 */
import { startCarousel } from './carousel.ts';
import { startCountdown } from './countdown.ts';
import { startMenus } from './menu.ts';
import { reportVideo, startSignals } from './signals.ts';

const askWithKeys = (): void => void import('./advance.ts').then(({ startAsking }) => startAsking()).catch(() => {});

const starts: Readonly<Record<string, (element: HTMLElement) => void>> = {
  countdown: startCountdown,
  carousel: startCarousel,
  auto: askWithKeys,
  keys: askWithKeys,
  video: (element) =>
    void import('./video.ts').then(({ startVideo }) => startVideo(element, reportVideo)).catch(() => {}),
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
const refresh = startSignals();
// Until they are there, these conditions do not hold.
if (document.querySelector('[data-when*="/_f/extensions/"]'))
  void import('./extension-functions.ts').then((module) => module.fetchPageFunctions(refresh));

// Islands render other screens, which may contain behaviours.
let scheduled = false;
new MutationObserver((records) => {
  const isRelevant = records.some(
    ({ type, addedNodes }) =>
      type === 'attributes' ||
      [...addedNodes].some(
        (node) =>
          node instanceof Element &&
          (node.matches('[data-behaviour],[data-when],section[id],.section[id]') ||
            node.querySelector('[data-behaviour],[data-when],section[id],.section[id]') !== null),
      ),
  );
  if (!isRelevant || scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    startAll();
    refresh();
  });
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-when'] });
