/** The place of the inspector over the page: below it, or beside it on a wide screen. */
import { devPaths } from '../../engine/paths.ts';
import type { DockMessage, InspectorMessage } from './contract.ts';
import { element } from './elements.ts';
import { store, stored } from './tab-storage.ts';

export interface InspectorDock {
  readonly root: HTMLElement;
  toggle(): void;
  /** More of a visit was recorded. */
  grown(visit: string): void;
}

const openKey = 'funnel-dev:inspect';
const sideKey = 'funnel-dev:inspect-side';
/** The narrowest window, in pixels, that has room for the inspector beside the page. */
const wide = 1100;

/**
 * It is open on a page with `?inspect`, and on the pages after it until it is closed.
 * @param host contains the tools
 * @param visitOf the id of the current visit; undefined on a page that records none
 */
export function createDock(host: HTMLElement, visitOf: () => string | undefined): InspectorDock {
  let iframe: HTMLIFrameElement | null = null;
  let isLarge = false;
  let isBeside = stored<string>(sideKey) !== 'below';
  let focusBefore: HTMLElement | null = null;

  const side = element('button', { type: 'button', class: 'side', onclick: () => turn() });
  const size = element('button', { type: 'button', onclick: () => resize() });
  const content = element('div', { class: 'content' });
  const root = element(
    'section',
    { class: 'inspector', 'aria-label': 'Inspector', hidden: true },
    element(
      'header',
      {},
      element('h2', {}, 'Inspector'),
      side,
      size,
      element('button', { type: 'button', 'aria-keyshortcuts': 'Alt+Shift+V', onclick: () => close() }, 'Close'),
    ),
    content,
  );
  /** Dialogs of the page have the room that is left. */
  const dialogs = new CSSStyleSheet();
  document.adoptedStyleSheets.push(dialogs);

  function lay(): void {
    const isOnSide = isBeside && innerWidth >= wide;
    root.dataset['side'] = isOnSide ? 'beside' : 'below';
    root.toggleAttribute('data-large', isLarge);
    side.textContent = isOnSide ? 'Below' : 'Beside';
    size.textContent = isLarge ? 'Smaller' : 'Larger';
    side.hidden = innerWidth < wide;
    const { width, height } = root.getBoundingClientRect();
    // The page can be scrolled to its end, and is seen as a whole.
    const page = document.documentElement.style;
    page.marginInlineEnd = !root.hidden && isOnSide ? `${width}px` : '';
    page.paddingBlockEnd = !root.hidden && !isOnSide ? `${height}px` : '';
    host.style.setProperty('--below', !root.hidden && !isOnSide ? `${height}px` : '0px');
    dialogs.replaceSync(
      root.hidden
        ? ''
        : isOnSide
          ? `dialog:modal{inset-inline-end:${width}px!important}`
          : `dialog:modal{inset-block-end:${height}px!important;max-height:calc(100vh - ${height + 16}px)!important}`,
    );
  }
  function turn(): void {
    isBeside = !isBeside;
    store(sideKey, isBeside ? 'beside' : 'below');
    lay();
  }
  function resize(): void {
    isLarge = !isLarge;
    lay();
  }
  function open(): void {
    const visit = visitOf();
    if (visit === undefined) content.replaceChildren(element('p', {}, 'This page records no visit.'));
    else {
      iframe = element('iframe', {
        src: `${devPaths.inspect}?${new URLSearchParams({ visit })}`,
        title: 'Inspector of this visit',
      });
      content.replaceChildren(iframe);
    }
    root.hidden = false;
    store(openKey, 'true');
    lay();
  }
  function close(): void {
    root.hidden = true;
    iframe = null;
    content.replaceChildren();
    store(openKey, 'false');
    lay();
    focusBefore?.focus();
  }
  function toggle(): void {
    if (!root.hidden) {
      close();
      return;
    }
    focusBefore = document.activeElement as HTMLElement | null;
    open();
    (iframe ?? root.querySelector('button'))?.focus();
  }

  addEventListener('resize', lay);
  addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyV') return;
    event.preventDefault();
    toggle();
  });
  addEventListener('message', ({ origin, source, data }: MessageEvent<InspectorMessage>) => {
    if (origin === location.origin && source === iframe?.contentWindow && data.kind === 'close') close();
  });
  if (new URLSearchParams(location.search).has('inspect') || stored<string>(openKey) === 'true') {
    // Its size is known once it is in the page.
    requestAnimationFrame(open);
  }
  return {
    root,
    toggle,
    grown(visit) {
      iframe?.contentWindow?.postMessage({ kind: 'grown', visit } satisfies DockMessage, location.origin);
    },
  };
}
