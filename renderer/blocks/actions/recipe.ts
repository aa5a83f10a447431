import { defineSlotRecipe } from '../../theme/chakra.ts';

export const actions = defineSlotRecipe({
  className: 'actions',
  slots: ['root'],
  variants: { align: { start: { root: {} }, center: { root: { textAlign: 'center' } } } },
});
