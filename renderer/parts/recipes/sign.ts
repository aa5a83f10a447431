import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The sign of a disclosure: a plus when closed, a minus when open. */
export const sign = defineSlotRecipe({
  className: 'sign',
  slots: ['root'],
  base: {
    root: {
      position: 'relative',
      flex: 'none',
      width: '1rem',
      height: '1rem',
      color: 'accent',
      '&::before,&::after': {
        content: '""',
        position: 'absolute',
        insetInline: '0',
        top: '50%',
        borderTop: '1.5px solid',
        transition: 'transform .2s',
      },
      _after: { transform: 'rotate(90deg)' },
      '[open] > summary > &::after': { transform: 'none' },
      // On paper nothing can be opened.
      '@media print': { display: 'none' },
    },
  },
});
