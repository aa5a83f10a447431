import { defineSlotRecipe } from '../../theme/chakra.ts';

export const countdown = defineSlotRecipe({
  slots: ['root', 'clock', 'units', 'unit', 'figure', 'label', 'note'],
  base: {
    root: { display: 'grid', gap: '1.25rem' },
    units: {
      display: 'grid',
      gridTemplateColumns: 'repeat(4,minmax(0,1fr))',
      maxWidth: '34rem',
      borderBlock: '1px solid {colors.line}',
    },
    unit: {
      display: 'grid',
      justifyItems: 'center',
      gap: '.55rem',
      paddingBlock: 'clamp(1.1rem,2.4vw,1.6rem)',
      '& + &': { borderInlineStart: '1px solid {colors.line}' },
    },
    // Three figures have room, so that nothing moves when a number grows shorter.
    figure: {
      minWidth: '2ch',
      fontFamily: 'heading',
      fontSize: 'clamp(2.25rem,1.7rem + 2.2vw,3.5rem)',
      fontWeight: '400',
      lineHeight: '1',
      letterSpacing: '-.02em',
      textAlign: 'center',
      fontVariantNumeric: 'lining-nums tabular-nums',
    },
    label: {
      color: 'muted',
      fontSize: 'xs',
      fontWeight: '600',
      lineHeight: '1.3',
      letterSpacing: '.1em',
      textTransform: 'uppercase',
    },
    note: { color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  variants: {
    size: {
      small: {
        root: { gap: '.8rem' },
        units: { maxWidth: '22rem' },
        unit: { gap: '.3rem', paddingBlock: '.7rem' },
        figure: { fontSize: '1.5rem' },
      },
    },
  },
});
