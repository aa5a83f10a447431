/** The pages of the site that need no data of a visitor. */
import { join } from 'node:path';
import { isPerVisitor } from '../../server/pages/routes.ts';
import { loadShared } from './load-site.ts';
import { projectRoot } from './site-server.ts';

/** Their canonical paths. */
export async function publicPaths(): Promise<string[]> {
  const { site } = await loadShared(join(projectRoot, 'funnels'));
  if (site === null) throw new Error('The definitions are not fit.');
  return Object.entries(site.routes)
    .filter(([path, route]) => path === route.canonical && !isPerVisitor(site, route))
    .map(([path]) => path);
}
