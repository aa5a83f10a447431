import { defineSlotRecipe } from '../../theme/chakra.ts';

const columns = (count: number) => `repeat(${count},minmax(0,1fr))`;

export const cards = defineSlotRecipe({
  slots: ['items', 'item', 'icon', 'eyebrow', 'text', 'value', 'action'],
  base: {
    items: { display: 'grid', gap: 'clamp(1rem,2.2vw,1.75rem)' },
    item: {
      display: 'flex',
      flexDirection: 'column',
      gap: '.85rem',
      minWidth: '0',
      padding: 'clamp(1.5rem,2.6vw,2.25rem)',
      background: 'surface',
      border: '1px solid {colors.line}',
      borderRadius: 'card',
    },
    icon: {
      width: '2.25rem',
      height: '2.25rem',
      marginBottom: '.75rem',
      color: 'accent',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '1.1',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    eyebrow: {
      marginBottom: '-.2rem',
      color: 'accent',
      fontSize: 'xs',
      fontWeight: '600',
      letterSpacing: '.1em',
      textTransform: 'uppercase',
    },
    text: { color: 'muted' },
    // Prices stand on one line whatever is above them.
    value: {
      marginTop: 'auto',
      paddingTop: '.5rem',
      fontFamily: 'heading',
      fontSize: 'h3',
      lineHeight: '1.2',
      fontFeatureSettings: '"lnum"',
    },
    action: { marginTop: 'auto', paddingTop: '.75rem', '& .button--emphasis_quiet': { paddingInline: '0' } },
  },
  variants: {
    columns: {
      one: { items: { maxWidth: '52rem' } },
      two: { items: { md: { gridTemplateColumns: columns(2) } } },
      three: {
        items: {
          md: { gridTemplateColumns: columns(2), '& > :last-child:nth-child(odd)': { gridColumn: '1/-1' } },
          lg: { gridTemplateColumns: columns(3), '& > :last-child:nth-child(odd)': { gridColumn: 'auto' } },
        },
      },
      four: { items: { sm: { gridTemplateColumns: columns(2) }, lg: { gridTemplateColumns: columns(4) } } },
    },
  },
});
