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
    // A picture that is not shown is not fetched either: browsers leave lazy ones be.
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
