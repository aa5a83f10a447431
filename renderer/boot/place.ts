/** Where something happened: the module that sends it is fetched later, when the page may be another one. */
export interface PageLocation {
  readonly address: string;
  readonly path: string;
  readonly title: string;
}

export const currentPlace = (): PageLocation => ({
  address: location.href,
  path: location.pathname,
  // A page of several screens reports one title.
  title: document.body.dataset['title'] ?? document.title,
});
