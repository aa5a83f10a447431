import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const faq = defineSlotRecipe({
  className: 'faq',
  slots: ['root', 'title', 'items', 'item', 'question', 'answer'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,4vw,3rem)', '& > *': { minWidth: '0' } },
    title: { lg: { position: 'sticky', top: '2rem', alignSelf: 'start' } },
    items: { borderTop: `1px solid ${colors.line}` },
    item: { borderBottom: `1px solid ${colors.line}` },
    question: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '1.5rem',
      minHeight: 'clamp(3.5rem,8vw,4.25rem)',
      paddingBlock: 'clamp(.85rem,2vw,1.2rem) clamp(.7rem,2vw,1rem)',
      listStyle: 'none',
      fontFamily: 'heading',
      fontSize: 'clamp(1.0625rem,.95rem + .5vw,1.375rem)',
      fontWeight: '500',
      lineHeight: '1.3',
      '&::-webkit-details-marker': { display: 'none' },
      _hover: { color: 'accent' },
    },
    answer: { paddingBottom: '1.75rem', paddingInlineEnd: 'clamp(0rem,6vw,4rem)', color: 'muted' },
  },
  variants: {
    // On wide screens the heading is beside the questions.
    layout: {
      titled: { root: { lg: { gridTemplateColumns: 'minmax(0,5fr) minmax(0,8fr)', columnGap: '4rem' } } },
      bare: { root: { maxWidth: '52rem' } },
    },
  },
});

export const looks: BlockLooks<'faq', typeof faq> = {
  parts: ['section', 'heading', 'copy', 'sign', 'hidden'],
};
