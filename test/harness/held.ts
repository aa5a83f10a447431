/** The blocks in hand-written blocks, as the loader collects them for a page. */
import type { BlockPlace } from '../../engine/definition.ts';
import { pageContents } from '../../engine/load/lower/contents.ts';
import type { Block } from '../../schemas/generated/types.ts';

export const heldIn = (blocks: readonly Block[]): readonly BlockPlace[] =>
  pageContents({ page: 'p', title: '', description: '', blocks: [...blocks] } as never).blocks;

/** These blocks and all blocks nested in them. */
export const blocksIn = (blocks: readonly Block[]): Block[] => heldIn(blocks).map(({ block }) => block);
