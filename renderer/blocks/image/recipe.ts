import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const image = defineSlotRecipe({
  className: 'image',
  slots: ['root', 'picture', 'caption'],
  base: {
    root: { marginInline: 'auto' },
    picture: { width: '100%', height: 'auto', borderRadius: 'card' },
    caption: { marginTop: '.9rem', color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  variants: {
    // Browsers do not fetch a lazy picture with `display: none`.
    device: {
      phone: { root: { md: { display: 'none' } } },
      desktop: { root: { '@media (max-width:47.99rem)': { display: 'none' } } },
    },
    width: {
      narrow: { root: { maxWidth: '24rem' } },
      normal: { root: { maxWidth: '44rem' } },
      wide: { root: {} },
    },
  },
});

export const looks: BlockLooks<'image', typeof image> = {
  parts: ['section', 'hidden'],
};
