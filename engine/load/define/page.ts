import type { PageFile, SiteFile } from '../../../schemas/generated/types.ts';
import type { FlowDefinition, PageDefinition } from '../../definition.ts';
import type { Constants } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import { type Hash, pageHash } from '../lower/hashes.ts';
import { lowerPage } from '../lower/page.ts';
import { withoutHidden } from '../lower/prune.ts';
import type { Source } from '../source/source.ts';

interface Around {
  readonly draft: Draft;
  readonly site: SiteFile;
  readonly flows: Readonly<Record<string, FlowDefinition>>;
  readonly constants: Constants;
  readonly hash: Hash;
}

/** Lowers a page. Its hash includes the flows in its frame. */
export function definePage(id: string, source: Source<PageFile>, around: Around): PageDefinition {
  const { draft, site, flows, constants, hash } = around;
  const lowered = lowerPage(draft, source, constants);
  const page = { ...lowered, blocks: withoutHidden(lowered.blocks) };
  const overlaid = Object.values(page.overlays ?? {}).map(({ flow }) => flow);
  const drawn = [...(draft.drawnIn.get(id) ?? []).map(({ data }) => data.flow), ...overlaid];
  const hashes = drawn.map((flow) => flows[flow]?.hash ?? '');
  return { ...page, hash: pageHash(hash, page, site, hashes) };
}
