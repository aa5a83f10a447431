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
