/** How the pages of the real site are announced to search engines and other sites. The build must be there. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFolder } from '../../../server/definitions/load.ts';
import { isHidden } from '../../../server/pages/routes.ts';
import { projectRoot, type SiteServer, startSite } from '../../harness/site-server.ts';

const { site } = await loadFolder(join(projectRoot, 'funnels'));
if (site === null) throw new Error('The definitions are not fit.');
const paths = Object.keys(site.routes).map((path) => ({ path }));

let server: SiteServer;
beforeAll(async () => {
  server = await startSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
});
afterAll(() => server?.remove());

const attribute = (html: string, pattern: RegExp): string | null => pattern.exec(html)?.[1] ?? null;
const canonicalIn = (html: string): string | null => attribute(html, /<link rel="canonical" href="([^"]*)"/);
const robotsIn = (html: string): string | null => attribute(html, /<meta name="robots" content="([^"]*)"/);

/** A page as it is served, redirects not followed. */
async function pageAt(path: string) {
  const reply = await fetch(server.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { reply, html: await reply.text() };
}

describe.each([...paths, { path: '/nada' }, { path: `/resultado?uid=${randomUUID()}` }])('$path', ({ path }) => {
  test('is closed to every search engine in header and document, or to none; only then it is canonical', async () => {
    const { reply, html } = await pageAt(path);
    if (reply.status >= 300 && reply.status < 400) return;
    const route = site.routes[path];
    const hidden = route === undefined || isHidden(site, route);
    expect([reply.headers.get('x-robots-tag'), robotsIn(html)]).toEqual(hidden ? ['noindex', 'noindex'] : [null, null]);
    expect(canonicalIn(html)).toBe(hidden ? null : server.url + route.canonical);
    expect(html).not.toMatch(/googlebot|bingbot/i);
  });
});
