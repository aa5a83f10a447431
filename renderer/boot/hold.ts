/**
 * Runs in the head, before the first picture is parsed. Delays lazy pictures, so that the boot script decides when to
 * load each one. Without this script, or when the boot script fails, the browser's own lazy loading applies.
 * Also disables deferred layout on pages that restore a scroll position.
 */
import { type DelayedPictures, wholeClass } from './protocol.ts';

const sourcesOf = (image: HTMLImageElement): HTMLSourceElement[] =>
  image.parentElement?.tagName === 'PICTURE' ? [...image.parentElement.querySelectorAll('source')] : [];

const delayed: DelayedPictures = {
  take: null,
  show(image, folder = '/images/') {
    const { src = '' } = image.dataset;
    delete image.dataset['src'];
    image.loading = 'eager';
    // An island may have replaced the picture meanwhile.
    for (const source of sourcesOf(image))
      source.srcset ||= (source.dataset['srcset'] ?? '').replaceAll('/images/', folder);
    if (image.src.startsWith('data:')) image.src = src;
  },
};

function hold(image: HTMLImageElement): void {
  const [src, width, height] = ['src', 'width', 'height'].map((name) => image.getAttribute(name));
  // Without known dimensions the placeholder would shift the layout.
  if (!src || !width || !height) return;
  image.dataset['src'] = src;
  for (const source of sourcesOf(image)) {
    source.dataset['srcset'] = source.srcset;
    source.removeAttribute('srcset');
  }
  image.src = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  delayed.take?.(image);
}

// After a reload or Back, the scroll position depends on the heights of all sections above it. `performance.navigation`
// is deprecated, but its successor takes more bytes.
if (performance.navigation.type) document.documentElement.className = wholeClass;

if ('IntersectionObserver' in window) {
  window.pictures = delayed;
  new MutationObserver(() => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]:not([data-src])')) hold(image);
  }).observe(document, { childList: true, subtree: true });
  addEventListener('load', () => {
    if (delayed.take) return;
    for (const image of document.querySelectorAll<HTMLImageElement>('img[data-src]')) delayed.show(image);
  });
}
