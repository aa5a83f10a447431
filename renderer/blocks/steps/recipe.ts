import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const steps = defineSlotRecipe({
  className: 'steps',
  slots: ['items', 'item', 'number', 'text'],
  base: {
    items: { gap: '1.5rem clamp(1.5rem,4vw,3.5rem)' },
    item: {
      display: 'grid',
      gridTemplateColumns: '3rem minmax(0,1fr)',
      alignContent: 'start',
      gap: '.5rem',
      paddingTop: '1.25rem',
      borderTop: `1px solid ${colors.line}`,
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

export const looks: BlockLooks<'steps', typeof steps> = {
  parts: ['section', 'grid', 'heading', 'eyebrow', 'intro', 'hidden'],
  chosen: () => ({ grid: { kind: 'steps' } }),
};
