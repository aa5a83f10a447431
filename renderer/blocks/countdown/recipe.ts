import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const countdown = defineSlotRecipe({
  className: 'countdown',
  slots: ['root', 'words', 'clock', 'units', 'unit', 'figure', 'label', 'note'],
  base: {
    // Side by side if the container is wide enough.
    root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.25rem 3rem' },
    words: { flex: '1 1 16rem', display: 'grid', gap: '.6rem' },
    clock: { flex: '1 1 22rem', maxWidth: '34rem' },
    units: {
      display: 'grid',
      gridTemplateColumns: 'repeat(4,minmax(0,1fr))',
      borderBlock: `1px solid ${colors.line}`,
    },
    unit: {
      display: 'grid',
      justifyItems: 'center',
      gap: '.55rem',
      paddingBlock: 'clamp(1.1rem,2.4vw,1.6rem)',
      '& + &': { borderInlineStart: `1px solid ${colors.line}` },
    },
    // A minimum width, so that the layout does not shift when a number gets shorter.
    figure: {
      minWidth: '1.2em',
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
        root: { gap: '.8rem 2rem' },
        clock: { flexBasis: '18rem', maxWidth: '28rem' },
        unit: { gap: '.3rem', paddingBlock: '.7rem' },
        figure: { fontSize: '1.5rem' },
      },
    },
  },
});

export const looks: BlockLooks<'countdown', typeof countdown> = {
  parts: ['section', 'heading', 'hidden'],
};
