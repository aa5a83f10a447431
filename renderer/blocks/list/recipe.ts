import type { BlockLooks } from '../../parts/block-looks.ts';
import { markOf } from '../../parts/marks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const list = defineSlotRecipe({
  className: 'list',
  slots: ['root', 'items', 'item', 'title', 'text'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,3.5vw,3rem)' },
    items: { gap: '1.4rem clamp(2rem,5vw,4rem)', counterReset: 'item' },
    item: { position: 'relative', paddingInlineStart: '2.25rem', minWidth: '0' },
    title: { fontFamily: 'heading', fontSize: 'h4', fontWeight: '500', lineHeight: '1.3', marginBottom: '.35rem' },
    text: { maxWidth: '38.4em' },
  },
  variants: {
    marker: {
      check: {
        item: {
          _before: {
            content: '""',
            position: 'absolute',
            insetInlineStart: '.2rem',
            top: '.42em',
            width: '.95rem',
            height: '.5rem',
            border: `1.5px solid ${colors.accent}`,
            borderWidth: '0 0 1.5px 1.5px',
            transform: 'rotate(-45deg)',
          },
        },
      },
      cross: {
        item: {
          '&::before,&::after': {
            content: '""',
            position: 'absolute',
            insetInlineStart: '.2rem',
            top: '.76em',
            width: '.9rem',
            borderTop: `1.5px solid ${colors.poor}`,
            transform: 'rotate(45deg)',
          },
          _after: { transform: 'rotate(-45deg)' },
        },
      },
      number: {
        item: {
          counterIncrement: 'item',
          _before: {
            content: 'counter(item)',
            position: 'absolute',
            insetInlineStart: '0',
            top: '-.1em',
            color: 'accent',
            fontFamily: 'heading',
            fontSize: 'h4',
            fontFeatureSettings: '"lnum"',
          },
        },
      },
      dot: {
        item: {
          _before: {
            content: '""',
            position: 'absolute',
            insetInlineStart: '.3rem',
            top: '.62em',
            width: '.4rem',
            height: '.4rem',
            border: `1.5px solid ${colors.accent}`,
            transform: 'rotate(45deg)',
          },
        },
      },
    },
    // Points with titles are separated by lines; plain points are close together.
    kind: {
      titled: { text: { color: 'muted' }, items: { rowGap: 'clamp(1.5rem,3vw,2.25rem)' } },
      bare: { text: {}, items: { rowGap: '.8rem' } },
    },
  },
});

export const looks: BlockLooks<'list', typeof list> = {
  parts: ['section', 'grid', 'heading', 'hidden'],
  chosen: (block) => ({
    grid: { kind: `${block.columns ?? 1}` as '1' },
    list: { marker: markOf(block) ?? 'dot' },
  }),
};
