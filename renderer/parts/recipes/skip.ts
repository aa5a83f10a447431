import { defineSlotRecipe } from '../../theme/chakra.ts';

export const skip = defineSlotRecipe({
  className: 'skip',
  slots: ['root'],
  base: {
    root: {
      position: 'absolute',
      // Above a sticky header.
      zIndex: '21',
      insetInlineStart: '1rem',
      top: '-6rem',
      padding: '.8rem 1.2rem',
      background: 'fg',
      color: 'bg',
      fontSize: 'sm',
      fontWeight: '600',
      _focus: { top: '1rem' },
    },
  },
});
