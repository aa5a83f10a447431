import { defineSlotRecipe } from '../../theme/chakra.ts';

export const faq = defineSlotRecipe({
  slots: ['root', 'title', 'items', 'item', 'question', 'sign', 'answer'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,4vw,3rem)', '& > *': { minWidth: '0' } },
    title: { lg: { position: 'sticky', top: '2rem', alignSelf: 'start' } },
    items: { borderTop: '1px solid {colors.line}' },
    item: { borderBottom: '1px solid {colors.line}' },
    question: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '1.5rem',
      minHeight: '4.25rem',
      paddingBlock: '1.2rem 1rem',
      listStyle: 'none',
      fontFamily: 'heading',
      fontSize: 'h4',
      fontWeight: '500',
      lineHeight: '1.3',
      '&::-webkit-details-marker': { display: 'none' },
      _hover: { color: 'accent' },
    },
    sign: {
      position: 'relative',
      flex: 'none',
      width: '1rem',
      height: '1rem',
      color: 'accent',
      '&::before,&::after': {
        content: '""',
        position: 'absolute',
        insetInline: '0',
        top: '50%',
        borderTop: '1.5px solid',
        transition: 'transform .2s',
      },
      _after: { transform: 'rotate(90deg)' },
      '[open] > summary > &::after': { transform: 'none' },
    },
    answer: { paddingBottom: '1.75rem', paddingInlineEnd: 'clamp(0rem,6vw,4rem)', color: 'muted' },
  },
  variants: {
    // The heading stands beside the questions where there is room.
    layout: {
      titled: { root: { lg: { gridTemplateColumns: 'minmax(0,5fr) minmax(0,8fr)', columnGap: '4rem' } } },
      bare: { root: { maxWidth: '52rem' } },
    },
  },
});
