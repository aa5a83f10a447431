/** Loads the pictures that were held back, by network and device; a picture that cannot be loaded gives way to its placeholder. */
import { isLowEnd, type LoadingSettings, readSignals, watchSettings, whenIdle } from './loading.ts';
import type { HeldPictures } from './protocol.ts';

function replace(image: HTMLImageElement): void {
  const { fallback } = image.dataset;
  if (fallback === undefined) return;
  // A placeholder that fails as well is not asked for again.
  delete image.dataset['fallback'];
  // Browsers prefer these to the picture's own address.
  for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}

/** Progressive loading: a few pixels of the picture fill its place until it has come. */
function showPreview({ dataset, style }: HTMLImageElement): void {
  if (dataset['preview']) style.background = `center/cover url(${dataset['preview']})`;
}

/** Loads held pictures near the viewport, and on a good network the others once the page is idle. */
function startLoading(held: HeldPictures): void {
  const progressive = !isLowEnd(readSignals());
  let settings: LoadingSettings | undefined;
  let observer: IntersectionObserver | undefined;
  let idle = false;
  const all = (use: (image: HTMLImageElement) => void): void =>
    document.querySelectorAll<HTMLImageElement>('img[data-src]').forEach(use);
  const load = (image: HTMLImageElement): void => {
    observer?.unobserve(image);
    // A transparent picture would show it below.
    image.addEventListener('load', () => image.style.removeProperty('background'), { once: true });
    // An address that names the quality can be kept by every cache.
    held.show(image, `/images/${settings?.quality}/`);
  };
  const look = (image: HTMLImageElement): void => {
    if (idle && settings?.preload) {
      image.fetchPriority = 'low';
      load(image);
    } else observer?.observe(image);
  };
  held.take = (image) => {
    if (progressive) showPreview(image);
    look(image);
  };
  watchSettings((now) => {
    settings = now;
    observer?.disconnect();
    observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) load(target as HTMLImageElement);
      },
      { rootMargin: `${now.distance}px` },
    );
    all(look);
  });
  if (progressive) all(showPreview);
  whenIdle(() => {
    idle = true;
    all(look);
  });
  addEventListener('beforeprint', () => all(load));
}

/** Watches every picture that has a placeholder and every one held back, those drawn later included. */
export function startPictures(): void {
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), {
    capture: true,
  });
  // What failed before this script ran has told nobody.
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-fallback]:not([data-src])'))
    if (image.complete && !image.naturalWidth) replace(image);
  if (window.pictures) startLoading(window.pictures);
}
