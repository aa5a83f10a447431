import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

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
    // The label comes first in the HTML, so that screen readers announce it first.
    stat: {
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      gap: '.6rem',
      paddingTop: '1.1rem',
      borderTop: `1px solid ${colors.line}`,
    },
    value: {
      fontFamily: 'heading',
      fontSize: 'clamp(1.75rem,1.25rem + 2.1vw,3.25rem)',
      lineHeight: '1',
      letterSpacing: '-.025em',
      fontFeatureSettings: '"lnum"',
    },
    label: { color: 'muted', fontSize: 'sm', lineHeight: '1.5', maxWidth: '18em' },
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
