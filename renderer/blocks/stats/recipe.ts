import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const stats = defineSlotRecipe({
  className: 'stats',
  slots: ['root', 'items', 'item', 'value', 'label'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,3.5vw,3rem)' },
    items: { gap: '1.5rem clamp(1rem,4vw,3rem)' },
    // The label comes first in the HTML, so that screen readers announce it first.
    item: {
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
      fontWeight: '400',
      lineHeight: '1',
      letterSpacing: '-.025em',
      fontFeatureSettings: '"lnum"',
    },
    label: { color: 'muted', fontSize: 'sm', lineHeight: '1.5', maxWidth: '18em' },
  },
});

export const looks: BlockLooks<'stats', typeof stats> = {
  parts: ['section', 'grid', 'heading', 'hidden'],
  chosen: () => ({ grid: { kind: 'figures' } }),
};
