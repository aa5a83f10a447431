import { defineSlotRecipe } from '../../theme/chakra.ts';

/** A short line above a title. */
export const eyebrow = defineSlotRecipe({
  className: 'eyebrow',
  slots: ['root'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: '.85em',
      marginBottom: '1.85em',
      color: 'accent',
      fontSize: 'xs',
      fontWeight: '600',
      lineHeight: '1.4',
      letterSpacing: '.13em',
      textTransform: 'uppercase',
      _before: { content: '""', flex: 'none', width: '2rem', borderTop: '1px solid' },
    },
  },
  variants: {
    align: {
      start: { root: {} },
      center: {
        root: {
          justifyContent: 'center',
          _after: { content: '""', flex: 'none', width: '2rem', borderTop: '1px solid' },
        },
      },
    },
  },
});
