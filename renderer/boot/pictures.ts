/** A picture that cannot be loaded gives way to its placeholder. */

function replace(image: HTMLImageElement): void {
  const { fallback } = image.dataset;
  if (fallback === undefined) return;
  // A placeholder that fails as well is not asked for again.
  delete image.dataset['fallback'];
  // Browsers prefer these to the picture's own address.
  for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) source.remove();
  image.src = fallback;
}

/** Watches every picture that has a placeholder, those drawn later included. */
export function startPictures(): void {
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), {
    capture: true,
  });
  // What failed before this script ran has told nobody.
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-fallback]'))
    if (image.complete && image.naturalWidth === 0) replace(image);
}
