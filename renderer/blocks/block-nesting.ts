import type { BlockPlace } from '../../engine/definition.ts';
import type { Block } from '../../schemas/generated/types.ts';

/** Filters blocks. A block inside one that is filtered out is left out too. */
export function filterBlocks(held: readonly BlockPlace[], keep: (block: Block) => boolean): BlockPlace[] {
  const removed = new Set<Block>();
  return held.filter(({ block, parent }) => {
    const isKept = (parent === null || !removed.has(parent)) && keep(block);
    if (!isKept) removed.add(block);
    return isKept;
  });
}
