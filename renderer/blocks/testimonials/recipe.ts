import type { BlockLooks } from '../../parts/block-looks.ts';
import { figure } from '../../parts/recipes/figure.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const testimonials = defineSlotRecipe({
  className: 'testimonials',
  slots: ['items', 'item', 'words', 'quote', 'name', 'role', 'stats', 'stat', 'value', 'label'],
  base: {
    items: { gap: 'clamp(2rem,4vw,3.5rem) clamp(1.5rem,3.5vw,3rem)' },
    item: { display: 'grid', gap: '1.25rem', alignContent: 'start', minWidth: '0' },
    quote: {
      marginBottom: '1.1rem',
      fontFamily: 'heading',
      fontSize: 'h4',
      lineHeight: '1.42',
      textWrap: 'pretty',
    },
    name: { fontWeight: '600' },
    role: { color: 'muted', fontSize: 'sm' },
    stats: { gap: '1.5rem clamp(1rem,4vw,3rem)', marginTop: 'clamp(2.5rem,6vw,5rem)' },
    stat: figure.item,
    value: figure.value,
    label: figure.label,
  },
});

export const looks: BlockLooks<'testimonials', typeof testimonials> = {
  parts: [
    'section',
    'grid',
    'heading',
    'intro',
    'outro',
    'player',
    'button',
    'buttons',
    'hidden',
    '.tone',
    '.tone--as_dark',
  ],
};
