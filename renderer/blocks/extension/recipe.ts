import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

/** What every block of a site's own has, below its own styles. */
export const extension = defineSlotRecipe({
  className: 'extension',
  slots: ['root'],
  base: { root: { overflowWrap: 'break-word' } },
});

export const looks: BlockLooks<'extension', typeof extension> = {
  parts: ['section', 'heading', 'copy', 'hidden'],
};
