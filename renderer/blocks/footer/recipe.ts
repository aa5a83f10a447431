import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const footer = defineSlotRecipe({
  className: 'footer',
  slots: ['root', 'body', 'brand', 'columns', 'text', 'links', 'link', 'small'],
  base: {
    root: {
      borderTop: `1px solid ${colors.line}`,
      paddingBlock: 'clamp(2.75rem,5vw,4.5rem) calc(2rem + var(--bar,0px))',
      paddingInline: 'clamp(1.25rem,5vw,4rem)',
      fontSize: 'sm',
      lineHeight: '1.6',
      // A step that moves the footer does not paint its contents again.
      contain: 'layout paint',
    },
    body: { marginInline: 'auto', maxWidth: '72rem', display: 'grid', gap: 'clamp(1.25rem,3vw,2rem)' },
    brand: { fontFamily: 'heading', fontSize: 'h4', fontWeight: '500' },
    columns: { display: 'grid', gap: '1.5rem 3rem', md: { gridTemplateColumns: '1fr 1fr' } },
    text: { maxWidth: '38.4em', color: 'muted', textWrap: 'pretty' },
    links: { display: 'flex', flexWrap: 'wrap', columnGap: '1.75rem' },
    link: {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '2.75rem',
      textDecoration: 'none',
      _hover: { textDecoration: 'underline' },
    },
    small: {
      paddingTop: '1.5rem',
      borderTop: `1px solid ${colors.line}`,
      color: 'muted',
      fontSize: 'xs',
      '& p': { maxWidth: '57.6em' },
    },
  },
});

export const looks: BlockLooks<'footer', typeof footer> = {
  parts: ['hidden', '.tone', '.tone--as_dark'],
};
