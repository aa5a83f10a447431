import type { PageFile, SiteFile } from '../../../schemas/generated/types.ts';
import type { PageDefinition } from '../../definition.ts';
import type { Constants } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import { type Hash, pageHash } from '../lower/hashes.ts';
import { lowerPage } from '../lower/page.ts';
import { withoutHidden } from '../lower/prune.ts';
import type { Source } from '../source/source.ts';

interface Around {
  readonly draft: Draft;
  readonly site: SiteFile;
  /** The hashes of the flows in the page. */
  readonly flowHashes: readonly string[];
  readonly constants: Constants;
  readonly hash: Hash;
}

/** The flows of a page: in its frame and in its overlays. */
export const flowsOfPage = (draft: Draft, id: string, { data }: Source<PageFile>): string[] => [
  ...(draft.flowsByPage.get(id) ?? []).map((flow) => flow.data.flow),
  ...Object.values(data.overlays ?? {}).map(({ flow }) => flow),
];

/** The styles of the blocks of the site's own. A view that changes is already part of the pages that have its block. */
const stylesOf = ({ extensions }: Draft): object =>
  Object.fromEntries(Object.entries(extensions.blocks).map(([name, { styles = {} }]) => [name, styles]));

/** Lowers a page. Its hash includes its flows, and the styles of the blocks of the site's own. */
export function definePage(
  source: Source<PageFile>,
  { draft, site, flowHashes, constants, hash }: Around,
): PageDefinition {
  const lowered = lowerPage(draft, source, constants);
  const page = { ...lowered, blocks: withoutHidden(lowered.blocks) };
  return { ...page, hash: pageHash(hash, page, site, flowHashes, stylesOf(draft)) };
}
