/** A message in place of a page. */
import type { PageDefinition } from '../../engine/definition.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { Block } from '../../schemas/generated/types.ts';
import type { NoticeFacts } from '../contract.ts';
import type { RenderedDocument } from '../document/render-document.tsx';
import { isLandmark, renderPage } from '../server.tsx';
import type { BuiltAssets } from './assets.ts';
import { iconsOf } from './site-icons.ts';

/** Renders a message in place of a page, between the header and the footer of the page of unknown paths. */
export function noticePage(assets: BuiltAssets, { site, origin, title, text, link }: NoticeFacts): RenderedDocument {
  const around = site.pages[site.notFoundPage ?? '']?.blocks ?? [];
  const frame = around.filter(isLandmark);
  const before = around.indexOf(frame.at(-1) as Block) > 0 ? frame.slice(0, -1) : frame;
  const page: PageDefinition = {
    page: 'notice',
    hash: '',
    title,
    blocks: [
      ...before,
      { type: 'text', title, body: [{ p: text }], align: 'center' },
      { type: 'actions', align: 'center', actions: [link] },
      ...frame.slice(before.length),
    ],
  };
  return renderPage({
    ...{ site, page, scope: {}, hidden: true, fontUrls: assets.fonts, icons: iconsOf(site) },
    held: page.blocks.map((block) => ({ block, parent: null, players: [] })),
    canonical: `${origin}/`,
    assetUrl: (asset) => origin + serverPaths.assets + asset,
    body: { 'data-behaviours': assets.behaviours },
    boot: assets.inlined.boot,
    hold: assets.inlined.hold,
  });
}
