import { defineSlotRecipe } from '../../theme/chakra.ts';

export const stats = defineSlotRecipe({
  slots: ['root', 'items', 'item', 'value', 'label'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,3.5vw,3rem)' },
    items: {
      display: 'grid',
      gap: '2rem clamp(1.5rem,4vw,3rem)',
      gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,9rem),1fr))',
    },
    // The label is written first so that it is read first.
    item: {
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      gap: '.75rem',
      paddingTop: '1.4rem',
      borderTop: '1px solid {colors.line}',
    },
    value: {
      fontFamily: 'heading',
      fontSize: 'clamp(2.25rem,1.9rem + 1.4vw,3.25rem)',
      fontWeight: '400',
      lineHeight: '1',
      letterSpacing: '-.025em',
      fontFeatureSettings: '"lnum"',
    },
    label: { color: 'muted', fontSize: 'sm', lineHeight: '1.5', maxWidth: '28ch' },
  },
});
