import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

/** What every block of a site's own has, below its own styles. */
export const own = defineSlotRecipe({
  className: 'own',
  slots: ['root'],
  base: { root: { overflowWrap: 'break-word' } },
});

export const looks: BlockLooks<'own', typeof own> = {
  parts: ['section', 'heading', 'copy', 'hidden'],
};
