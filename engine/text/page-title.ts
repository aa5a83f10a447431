/** The title of a page as a tab and search results show it: the site's name follows unless the title has it already. */
export const pageTitle = (title: string, siteName: string): string =>
  title.includes(siteName) ? title : `${title} | ${siteName}`;
