import { defineSlotRecipe } from '../../theme/chakra.ts';

export const header = defineSlotRecipe({
  slots: ['root', 'body', 'brand', 'links', 'link'],
  base: {
    root: { paddingInline: 'clamp(1.25rem,5vw,4rem)', borderBottom: '1px solid {colors.line}' },
    body: {
      marginInline: 'auto',
      maxWidth: '72rem',
      minHeight: '4.5rem',
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
      fontFamily: 'heading',
      fontSize: '1.375rem',
      fontWeight: '500',
      letterSpacing: '-.01em',
      textDecoration: 'none',
      _before: { content: '""', width: '.44em', height: '.44em', border: '1.5px solid {colors.accent}', transform: 'rotate(45deg)' },
      _hover: { color: 'fg' },
    },
    links: { display: 'flex', flexWrap: 'wrap', columnGap: '1.75rem' },
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
