/** Loads delayed pictures by network and device quality. A picture that fails to load is replaced by its placeholder. */
import { isLowEnd, type LoadingSettings, readSignals, watchSettings, whenIdle } from './loading.ts';
import type { DelayedPictures } from './protocol.ts';

function replace(image: HTMLImageElement): void {
  const { fallback } = image.dataset;
  if (fallback === undefined) return;
  // A placeholder that fails too is not requested again.
  delete image.dataset['fallback'];
  // Browsers prefer a `source` to the image's `src`.
  for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}

/** Progressive loading: shows a preview of a few pixels until the picture has loaded. */
function showPreview({ dataset, style }: HTMLImageElement): void {
  if (dataset['preview']) style.background = `center/cover url(${dataset['preview']})`;
}

/** Loads delayed pictures near the viewport; on a good network also the others once the page is idle. */
function startLoading(delayed: DelayedPictures): void {
  const progressive = !isLowEnd(readSignals());
  let settings: LoadingSettings | undefined;
  let observer: IntersectionObserver | undefined;
  let idle = false;
  const all = (use: (image: HTMLImageElement) => void): void =>
    document.querySelectorAll<HTMLImageElement>('img[data-src]').forEach(use);
  const load = (image: HTMLImageElement): void => {
    observer?.unobserve(image);
    // The preview would show through a transparent picture.
    image.addEventListener('load', () => image.style.removeProperty('background'), { once: true });
    // The quality is part of the address, so that every cache can store the picture.
    delayed.show(image, `/images/${settings?.quality}/`);
  };
  const look = (image: HTMLImageElement): void => {
    if (idle && settings?.preload) {
      image.fetchPriority = 'low';
      load(image);
    } else observer?.observe(image);
  };
  delayed.take = (image) => {
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

/** Watches all pictures with a placeholder and all delayed ones, including those rendered later. */
export function startPictures(): void {
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), {
    capture: true,
  });
  // Pictures that failed before this script ran dispatch no further event.
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-fallback]:not([data-src])'))
    if (image.complete && !image.naturalWidth) replace(image);
  if (window.pictures) startLoading(window.pictures);
}
