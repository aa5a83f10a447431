import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The placeholder of a screen whose data is being fetched. */
export const skeleton = defineSlotRecipe({
  className: 'skeleton',
  slots: ['root', 'line'],
  base: {
    root: { display: 'grid', gap: '1.1rem', animation: 'breathe 1.6s ease-in-out infinite' },
    line: { height: '1rem', borderRadius: 'control', background: 'line' },
  },
  variants: {
    size: {
      title: { line: { height: '2.6rem', width: '70%', marginBottom: '.8rem' } },
      text: { line: {} },
      short: { line: { width: '55%' } },
      card: { line: { height: '11rem', borderRadius: 'card', marginTop: '.8rem' } },
    },
  },
});
