import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

const height = 'calc(5.25rem + env(safe-area-inset-bottom))';

// Keeps the end of the page clear of the bar: the footer grows by its height, or the page if there is no footer.
const room = {
  'body:has(&)': { '--bar': height },
  // Keeps focused elements clear of the bar.
  'html:has(&)': { scrollPaddingBottom: `calc(${height} + 1rem)` },
  'body:has(&):not(:has(.footer))': { paddingBottom: height },
} as const;

export const sticky = defineSlotRecipe({
  className: 'sticky',
  slots: ['root', 'body', 'text', 'actions'],
  base: {
    root: {
      position: 'fixed',
      zIndex: '8',
      insetInline: '0',
      bottom: '0',
      paddingBlock: '.8rem calc(.8rem + env(safe-area-inset-bottom))',
      paddingInline: 'clamp(1.25rem,5vw,4rem)',
      borderTop: `1px solid ${colors.line}`,
      animation: 'rise .24s ease-out',
      '@media print': { display: 'none' },
    },
    body: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '.5rem 2rem',
      marginInline: 'auto',
      maxWidth: '72rem',
      minHeight: '3.375rem',
    },
    text: {
      fontFamily: 'heading',
      fontSize: 'h4',
      lineHeight: '1.3',
      '@media (max-width:47.99rem)': { display: 'none' },
    },
    actions: {
      marginInlineStart: 'auto',
      '@media (max-width:47.99rem)': { width: '100%', '& .button': { width: '100%' } },
    },
  },
  variants: {
    device: {
      both: { root: { ...room } },
      phone: {
        root: {
          md: { display: 'none' },
          '@media (max-width:47.99rem)': { ...room },
        },
      },
      desktop: {
        root: {
          '@media (max-width:47.99rem)': { display: 'none' },
          md: { ...room },
        },
      },
    },
  },
});

export const looks: BlockLooks<'sticky', typeof sticky> = {
  parts: ['button', 'buttons', 'hidden', '.tone', '.tone--as_dark'],
};
