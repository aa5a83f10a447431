import { defineSlotRecipe } from '../../theme/chakra.ts';

export const testimonials = defineSlotRecipe({
  slots: ['items', 'item', 'words', 'quote', 'name', 'role', 'stats', 'stat', 'value', 'label'],
  base: {
    items: {
      display: 'grid',
      gap: 'clamp(2.5rem,4vw,3.5rem) clamp(1.5rem,3.5vw,3rem)',
      md: { gridTemplateColumns: 'repeat(auto-fit,minmax(18rem,1fr))' },
    },
    item: { display: 'grid', gap: '1.5rem', alignContent: 'start', minWidth: '0' },
    quote: {
      marginBottom: '1.1rem',
      fontFamily: 'heading',
      fontSize: 'h4',
      lineHeight: '1.42',
      textWrap: 'pretty',
    },
    name: { fontWeight: '600' },
    role: { color: 'muted', fontSize: 'sm' },
    stats: {
      display: 'grid',
      gap: '2rem clamp(1.5rem,4vw,3rem)',
      gridTemplateColumns: 'repeat(auto-fit,minmax(min(100%,9rem),1fr))',
      marginTop: 'clamp(3rem,6vw,5rem)',
    },
    // The label is written first so that it is read first.
    stat: {
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
      lineHeight: '1',
      letterSpacing: '-.025em',
      fontFeatureSettings: '"lnum"',
    },
    label: { color: 'muted', fontSize: 'sm', lineHeight: '1.5', maxWidth: '28ch' },
  },
});
