import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const text = defineSlotRecipe({
  className: 'text',
  slots: ['root', 'body'],
  base: {
    root: { display: 'grid', justifyItems: 'start' },
    body: { marginTop: '1.5rem', fontSize: 'lg', lineHeight: '1.6', '&:first-child': { marginTop: '0' } },
  },
  variants: { align: { start: { root: {} }, center: { root: { justifyItems: 'center', textAlign: 'center' } } } },
});

export const looks: BlockLooks<'text', typeof text> = {
  parts: ['section', 'heading', 'eyebrow', 'copy', 'hidden'],
};
