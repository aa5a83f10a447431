import { defineSlotRecipe } from '../../theme/chakra.ts';

export const header = defineSlotRecipe({
  slots: ['root', 'body', 'brand', 'nav', 'links', 'link'],
  base: {
    root: { paddingInline: 'clamp(1.25rem,5vw,4rem)', borderBottom: '1px solid {colors.line}' },
    body: {
      marginInline: 'auto',
      maxWidth: '72rem',
      minHeight: '4.5rem',
      paddingBlock: '.5rem',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '2rem',
    },
    brand: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '.7em',
      minHeight: '2.75rem',
      // The family stands high in its line.
      paddingTop: '.2em',
      fontFamily: 'heading',
      fontSize: '1.375rem',
      fontWeight: '500',
      letterSpacing: '-.01em',
      textDecoration: 'none',
      _before: {
        content: '""',
        width: '.44em',
        height: '.44em',
        border: '1.5px solid {colors.accent}',
        transform: 'translateY(-.1em) rotate(45deg)',
      },
      _hover: { color: 'fg' },
    },
    // On a narrow screen the links are one row that is swiped.
    nav: {
      minWidth: '0',
      marginInline: '-1.25rem',
      overflowX: 'auto',
      scrollbarWidth: 'none',
      md: { marginInline: '0' },
    },
    links: {
      display: 'flex',
      columnGap: '1.75rem',
      paddingInline: '1.25rem',
      whiteSpace: 'nowrap',
      md: { paddingInline: '0' },
    },
    link: {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '2.75rem',
      fontSize: 'sm',
      fontWeight: '500',
      textDecoration: 'none',
      _hover: { textDecoration: 'underline' },
    },
  },
});
