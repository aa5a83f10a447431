import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formMessages } from '../../engine/messages/catalogue.ts';
import { isHidden, isPerVisitor } from '../../server/pages/routes.ts';
import { createBareRenderer } from '../harness/bare-renderer.ts';
import { loadShared } from '../harness/load-site.ts';
import { unlabelledSections } from '../harness/outline.ts';

const { site } = await loadShared(join(import.meta.dirname, '../../funnels'));
if (site === null) throw new Error('The definitions are not fit.');
const renderer = createBareRenderer();
const routes = Object.entries(site.routes).filter(
  ([path, route]) => path === route.canonical && !isPerVisitor(site, route),
);

test.each(routes)('%s has no section without a heading or a label', (_path, route) => {
  const { html } = renderer.renderStatic({
    site,
    route,
    hidden: isHidden(site, route),
    origin: 'https://casa.example',
    bundles: {},
    formMessages: formMessages(site.site),
    picture: () => '/card.png',
  });
  expect(html).toContain('<section');
  expect(unlabelledSections(html)).toEqual([]);
});
