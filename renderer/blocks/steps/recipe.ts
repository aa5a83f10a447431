import { defineSlotRecipe } from '../../theme/chakra.ts';

export const steps = defineSlotRecipe({
  slots: ['root', 'head', 'lead', 'items', 'item', 'number', 'text'],
  base: {
    root: { display: 'grid', gap: 'clamp(2rem,4vw,3.5rem)' },
    head: { display: 'grid', gap: '1.1rem' },
    lead: { maxWidth: '60ch', color: 'muted', fontSize: 'lg', lineHeight: '1.55' },
    items: {
      display: 'grid',
      gap: '2rem clamp(1.5rem,4vw,3.5rem)',
      md: {
        gridTemplateColumns: 'repeat(auto-fit,minmax(15rem,1fr))',
        '&:has(> :nth-child(3):last-child)': { gridTemplateColumns: 'repeat(3,minmax(0,1fr))' },
      },
    },
    item: {
      display: 'grid',
      gridTemplateColumns: '3rem minmax(0,1fr)',
      alignContent: 'start',
      gap: '.5rem',
      paddingTop: '1.4rem',
      borderTop: '1px solid {colors.line}',
      md: { gridTemplateColumns: 'minmax(0,1fr)', gap: '.7rem' },
    },
    number: {
      gridRow: '1 / span 2',
      md: { gridRow: 'auto' },
      color: 'accent',
      fontFamily: 'heading',
      fontSize: 'h3',
      lineHeight: '1',
      fontFeatureSettings: '"lnum"',
    },
    text: { color: 'muted' },
  },
});
