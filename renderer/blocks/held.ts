import type { HeldBlock } from '../../engine/definition.ts';
import type { Block } from '../../schemas/generated/types.ts';

/** The blocks that are kept, without those within one that is not. */
export function keptBlocks(held: readonly HeldBlock[], keep: (block: Block) => boolean): HeldBlock[] {
  const gone = new Set<Block>();
  return held.filter(({ block, parent }) => {
    const isKept = (parent === null || !gone.has(parent)) && keep(block);
    if (!isKept) gone.add(block);
    return isKept;
  });
}
