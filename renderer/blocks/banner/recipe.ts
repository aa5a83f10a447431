import type { BlockLooks } from '../../parts/block-looks.ts';
import { diamond } from '../../parts/recipes/diamond.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const banner = defineSlotRecipe({
  className: 'banner',
  slots: ['root', 'words', 'title', 'items', 'item', 'note', 'actions'],
  base: {
    root: {
      display: 'grid',
      gap: '1.5rem 3rem',
      alignItems: 'center',
      paddingBlock: 'clamp(1.25rem,2.6vw,1.85rem)',
      borderBlock: `1px solid ${colors.line}`,
      lg: { gridTemplateColumns: '1fr auto' },
    },
    words: { display: 'grid', gap: '.6rem' },
    title: { fontFamily: 'heading', fontSize: 'h3', fontWeight: '500', lineHeight: '1.2', textWrap: 'balance' },
    items: { display: 'flex', flexWrap: 'wrap', gap: '.3rem 2.2rem' },
    item: {
      display: 'flex',
      alignItems: 'baseline',
      gap: '.7em',
      color: 'muted',
      _before: diamond,
    },
    note: { color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  // A background of its own replaces the lines.
  variants: { toned: { yes: { root: { paddingBlock: '0', borderWidth: '0' } } } },
});

export const looks: BlockLooks<'banner', typeof banner> = {
  parts: ['section', 'button', 'buttons', 'hidden'],
};
