/** The page of an event. It is captured at once, because the tracking module may load after a navigation. */
export interface PageLocation {
  readonly address: string;
  readonly path: string;
  readonly title: string;
}

export const currentPlace = (): PageLocation => ({
  address: location.href,
  path: location.pathname,
  // All screens of a page report the same title.
  title: document.body.dataset['title'] ?? document.title,
});
