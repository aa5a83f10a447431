/** What hand-made blocks hold, as the loader finds it in those of a page. */
import type { HeldBlock } from '../../engine/definition.ts';
import { pageContents } from '../../engine/load/lower/contents.ts';
import type { Block } from '../../schemas/generated/types.ts';

export const heldIn = (blocks: readonly Block[]): readonly HeldBlock[] =>
  pageContents({ page: 'p', title: '', description: '', blocks: [...blocks] } as never).blocks;

/** These blocks and those within them. */
export const blocksIn = (blocks: readonly Block[]): Block[] => heldIn(blocks).map(({ block }) => block);
