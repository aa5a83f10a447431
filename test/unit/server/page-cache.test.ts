/** When pages are compressed: requested ones at once, all others after a pause. */
import { expect, test } from 'vitest';
import type { Route, SiteDefinition } from '../../../engine/definition.ts';
import type { RenderedPage, RenderFacts } from '../../../renderer/contract.ts';
import { createLog } from '../../../server/log/log.ts';
import { createEdition, type Edition } from '../../../server/pages/edition.ts';
import { createPageCache } from '../../../server/pages/page-cache.ts';
import { base, load } from '../load/fixtures.ts';

const site = load(base).site as SiteDefinition;
const editionOf = (origin: string): Edition =>
  createEdition({ site, origin, bundles: {}, formMessages: {} as never, picture: () => '' });

/** A cache whose pause the test ends, and the pages that it has compressed. */
function caching() {
  const compressed: string[] = [];
  const pauses: (() => void)[] = [];
  const renderStatic = ({ origin, route }: RenderFacts): RenderedPage => {
    let reads = 0;
    return {
      get html() {
        reads += 1;
        // The first read is for the hash of its text.
        if (reads === 2) compressed.push(`${origin}/${route.page} ${route.step}`);
        return `<title>${route.page}</title>${'x'.repeat(300)}`;
      },
      inlineScripts: [],
      inlineStyles: [],
    };
  };
  const cache = createPageCache({ renderStatic }, createLog({ level: 'error', write: () => {} }), () => {
    return new Promise((resolve) => pauses.push(resolve));
  });
  return { cache, compressed, pauses };
}

test('a page that is asked for is compressed at once, and the others after the pause', async () => {
  const { cache, compressed, pauses } = caching();
  const edition = editionOf('one');
  await cache.render(edition);
  const warm = cache.warm(edition);
  const terms = edition.placeOf(site.routes['/terms'] as Route);
  const { encoded } = await cache.find(edition, terms);
  expect(Object.keys(encoded.bodies)).toEqual(['identity', 'br', 'gzip']);
  expect(compressed).toEqual([`one/${terms.route.page} null`]);
  pauses[0]?.();
  await warm;
  expect(compressed.length).toBeGreaterThan(1);
  expect(new Set(compressed).size).toBe(compressed.length);
});

test('a version that is replaced during the pause is not compressed', async () => {
  const { cache, compressed, pauses } = caching();
  const [one, two] = [editionOf('one'), editionOf('two')];
  const warms: Promise<void>[] = [];
  for (const edition of [one, two]) {
    await cache.render(edition);
    warms.push(cache.warm(edition));
  }
  for (const end of pauses) end();
  await Promise.all(warms);
  expect(compressed.length).toBeGreaterThan(0);
  expect(compressed.every((page) => page.startsWith('two/'))).toBe(true);
});
