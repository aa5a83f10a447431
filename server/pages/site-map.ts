/** What search engines are told. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import { isHidden } from './routes.ts';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * The canonical addresses of everything listed, as a sitemap (sitemaps.org, protocol 0.9).
 * @param changed when the content of a path's page last changed, ISO 8601; undefined where nobody knows
 */
export function siteMap(site: SiteDefinition, origin: string, changed: (path: string) => string | undefined): string {
  const paths = Object.entries(site.routes).flatMap(([path, route]) =>
    path === route.canonical && !isHidden(site, route) ? [path] : [],
  );
  const urls = paths.sort().map((path) => {
    const date = changed(path);
    const lastmod = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escaped(new URL(path, origin).href)}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

// Hidden pages stay crawlable: a crawler has to fetch them to be told that they are not to be indexed.
export const robots = (origin: string): string =>
  `User-agent: *\nDisallow: ${serverPaths.api}\n\nSitemap: ${origin}${serverPaths.siteMap}\n`;
