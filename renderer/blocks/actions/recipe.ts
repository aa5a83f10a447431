import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const actions = defineSlotRecipe({
  className: 'actions',
  slots: ['root'],
  variants: { align: { start: { root: {} }, center: { root: { textAlign: 'center' } } } },
});

export const looks: BlockLooks<'actions', typeof actions> = {
  parts: ['section', 'button', 'buttons', 'hidden'],
};
