/** The title of a page as events and search results show it: the site's name follows unless the title has it already. */
export const pageTitle = (title: string, siteName: string): string =>
  title.includes(siteName) ? title : `${title} | ${siteName}`;

/** The title of a tab: where the visitor is comes first, because a tab shows only the beginning. */
export const tabTitle = (title: string, position: string | undefined): string =>
  position ? `${position} · ${title}` : title;
