import { defineSlotRecipe } from '../../theme/chakra.ts';

export const image = defineSlotRecipe({
  slots: ['root', 'picture', 'caption'],
  base: {
    root: { marginInline: 'auto' },
    picture: { width: '100%', height: 'auto', borderRadius: 'card' },
    caption: { marginTop: '.9rem', color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  variants: {
    width: {
      narrow: { root: { maxWidth: '24rem' } },
      normal: { root: { maxWidth: '44rem' } },
      wide: { root: {} },
    },
  },
});
