import { defineSlotRecipe } from '../../theme/chakra.ts';

/** A full-width band. Adjacent sections without a tone share one gap. */
export const section = defineSlotRecipe({
  className: 'section',
  slots: ['root', 'body'],
  base: {
    root: {
      paddingBlock: 'var(--section-y,clamp(2.5rem,6.4vw,6.5rem))',
      paddingInline: 'var(--section-x,clamp(1.25rem,5vw,4rem))',
      '&:not(.tone) + &:not(.tone)': { paddingBlockStart: '0' },
    },
    body: { marginInline: 'auto', maxWidth: 'var(--measure,72rem)' },
  },
  variants: {
    pace: { strip: { root: { '--section-y': 'clamp(1.5rem,3vw,2.25rem)' } } },
    width: {
      narrow: { body: { '--four': '2', maxWidth: 'var(--measure,44rem)' } },
      medium: { body: { maxWidth: 'var(--measure,58rem)' } },
      wide: { body: { maxWidth: 'var(--wide,72rem)' } },
    },
  },
});
