/** The page at another width, in an iframe over the window. */
import { element } from './elements.ts';
import type { Viewport } from './simulations.ts';
import { store, stored } from './tab-storage.ts';

const widthKey = 'funnel-dev:width';

/** @param root where the iframe is put */
export function createViewport(root: ShadowRoot): Viewport {
  let iframe: HTMLIFrameElement | null = null;
  let width: number | null = null;
  const view = (): Window => iframe?.contentWindow ?? window;
  const resize = (wanted: number | null): void => {
    const { href } = view().location;
    width = wanted;
    store(widthKey, wanted);
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
  const before = stored<number>(widthKey);
  if (before !== null) resize(before);
  return {
    view,
    get width() {
      return width;
    },
    resize,
  };
}
