/**
 * Runs in the head, before any picture is met: holds lazy pictures back, so that the boot script decides when each is
 * loaded. Where it does not run, or the boot script fails, browsers load lazy pictures as they do by themselves.
 * It also has a page laid out whole that opens where the visitor left it.
 */
import { type HeldPictures, wholeClass } from './protocol.ts';

const sourcesOf = (image: HTMLImageElement): HTMLSourceElement[] =>
  image.parentElement?.tagName === 'PICTURE' ? [...image.parentElement.querySelectorAll('source')] : [];

const held: HeldPictures = {
  take: null,
  show(image, folder = '/images/') {
    const { src = '' } = image.dataset;
    delete image.dataset['src'];
    image.loading = 'eager';
    // An island may have set another picture meanwhile.
    for (const source of sourcesOf(image))
      source.srcset ||= (source.dataset['srcset'] ?? '').replaceAll('/images/', folder);
    if (image.src.startsWith('data:')) image.src = src;
  },
};

function hold(image: HTMLImageElement): void {
  const [src, width, height] = ['src', 'width', 'height'].map((name) => image.getAttribute(name));
  // The place of a picture that was not measured would move.
  if (!src || !width || !height) return;
  image.dataset['src'] = src;
  for (const source of sourcesOf(image)) {
    source.dataset['srcset'] = source.srcset;
    source.removeAttribute('srcset');
  }
  image.src = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  held.take?.(image);
}

// A reload and Back return to a place that follows from the sections above it. What replaces this property is longer.
if (performance.navigation.type) document.documentElement.className = wholeClass;

if ('IntersectionObserver' in window) {
  window.pictures = held;
  new MutationObserver(() => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]:not([data-src])')) hold(image);
  }).observe(document, { childList: true, subtree: true });
  addEventListener('load', () => {
    if (held.take) return;
    for (const image of document.querySelectorAll<HTMLImageElement>('img[data-src]')) held.show(image);
  });
}
