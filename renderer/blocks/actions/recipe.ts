import { defineSlotRecipe } from '../../theme/chakra.ts';

export const actions = defineSlotRecipe({
  slots: ['root'],
  variants: { align: { start: { root: {} }, center: { root: { textAlign: 'center' } } } },
});
