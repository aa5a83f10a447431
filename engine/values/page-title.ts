/**
 * The title of a page in tracking events and search results: the site's name is appended unless the title contains it.
 */
export const pageTitle = (title: string, siteName: string): string =>
  title.includes(siteName) ? title : `${title} | ${siteName}`;

/** The title of a tab. The position comes first, because a tab shows only the beginning. */
export const tabTitle = (title: string, position: string | undefined): string =>
  position ? `${position} · ${title}` : title;
