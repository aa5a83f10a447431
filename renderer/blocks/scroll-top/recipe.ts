import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const scrollTop = defineSlotRecipe({
  className: 'scroll-top',
  slots: ['root', 'button', 'sign'],
  base: {
    root: {
      position: 'fixed',
      zIndex: '7',
      insetInlineEnd: 'clamp(1rem,2.5vw,2rem)',
      bottom: 'calc(clamp(1rem,2.5vw,2rem) + env(safe-area-inset-bottom))',
      animation: 'rise .24s ease-out',
      // Keeps focused elements clear of the button.
      'html:has(&)': { scrollPaddingBottom: '6rem' },
      'body:has(.sticky) &': { bottom: 'calc(6.25rem + env(safe-area-inset-bottom))' },
      'body:has(.sticky--device_phone) &': { md: { bottom: 'clamp(1rem,2.5vw,2rem)' } },
    },
    button: {
      display: 'grid',
      placeItems: 'center',
      width: '3.25rem',
      height: '3.25rem',
      border: `1px solid ${colors.edge}`,
      borderRadius: '50%',
      transition: 'border-color .16s,color .16s',
      _hover: { borderColor: 'accent' },
    },
    sign: {
      width: '.7rem',
      height: '.7rem',
      border: '1.5px solid',
      borderWidth: '1.5px 0 0 1.5px',
      transform: 'translateY(.16rem) rotate(45deg)',
    },
  },
  variants: {
    device: {
      both: { root: {} },
      phone: { root: { md: { display: 'none' } } },
      desktop: { root: { '@media (max-width:47.99rem)': { display: 'none' } } },
    },
  },
});

export const looks: BlockLooks<'scroll-top', typeof scrollTop> = {
  parts: ['hidden', '.tone', '.tone--as_dark'],
};
