/** The site map and robots.txt. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import { isHidden } from './routes.ts';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/**
 * The canonical addresses of all listed pages, as a sitemap (sitemaps.org, protocol 0.9).
 * @param changed when the content of a path's page last changed, in ISO 8601; undefined when unknown
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

// Hidden pages are not disallowed: a crawler must fetch a page to see its `noindex`.
export const robots = (origin: string): string =>
  `User-agent: *\nDisallow: ${serverPaths.api}\n\nSitemap: ${origin}${serverPaths.siteMap}\n`;
