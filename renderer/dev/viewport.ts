/** The page at another width, in an iframe over the window. */
import { element } from './elements.ts';
import type { Viewport } from './toolbar.ts';

const widthKey = 'funnel-dev:width';

/** @param root where the iframe is put */
export function createViewport(root: ShadowRoot): Viewport {
  let iframe: HTMLIFrameElement | null = null;
  let width: number | null = null;
  const view = (): Window => iframe?.contentWindow ?? window;
  const resize = (wanted: number | null): void => {
    const { href } = view().location;
    width = wanted;
    try {
      sessionStorage.setItem(widthKey, String(wanted ?? ''));
    } catch {
      // The next page has the width of the window.
    }
    if (wanted === null) {
      // The visit has gone on in the iframe.
      if (iframe !== null) location.assign(href);
      return;
    }
    if (iframe === null) {
      iframe = element('iframe', { src: href, title: 'The page' });
      root.prepend(element('div', { class: 'viewport' }, iframe));
    }
    iframe.style.width = `${wanted}px`;
  };
  try {
    const before = Number(sessionStorage.getItem(widthKey));
    if (before > 0) resize(before);
  } catch {
    // Without storage it has the width of the window.
  }
  return {
    view,
    get width() {
      return width;
    },
    resize,
  };
}
