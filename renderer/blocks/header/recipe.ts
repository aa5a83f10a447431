import type { BlockLooks } from '../../parts/block-looks.ts';
import { readAloudOnly } from '../../parts/recipes/hidden.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const header = defineSlotRecipe({
  className: 'header',
  slots: [
    'root',
    'body',
    'brand',
    'nav',
    'links',
    'link',
    'call',
    'menu',
    'button',
    'sign',
    'label',
    'sheet',
    'choices',
    'choice',
  ],
  base: {
    root: { position: 'relative', paddingInline: 'clamp(1.25rem,5vw,4rem)', borderBottom: `1px solid ${colors.line}` },
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
      // Corrects the font's high position in the line.
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
        border: `1.5px solid ${colors.accent}`,
        transform: 'translateY(-.1em) rotate(45deg)',
      },
      _hover: { color: 'fg' },
    },
    // On a narrow screen the links wrap into rows of their own, so that none is cut off.
    nav: { minWidth: '0' },
    links: { display: 'flex', flexWrap: 'wrap', columnGap: 'clamp(.9rem,4.4vw,1.75rem)', whiteSpace: 'nowrap' },
    link: {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '2.75rem',
      fontSize: 'sm',
      fontWeight: '500',
      textDecoration: 'none',
      _hover: { textDecoration: 'underline' },
      // The active section.
      '&[aria-current]': { color: 'accent', textDecoration: 'underline' },
    },
    call: {
      '& .button': {
        minHeight: '2.75rem',
        paddingBlock: '.4rem',
        paddingInline: '1.15rem',
        fontSize: 'sm',
        whiteSpace: 'nowrap',
      },
    },
    menu: { sm: { position: 'relative' } },
    button: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '.7rem',
      minHeight: '2.75rem',
      paddingInline: '.9rem',
      border: `1px solid ${colors.edge}`,
      borderRadius: 'control',
      fontSize: 'sm',
      fontWeight: '500',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
      _hover: { borderColor: 'accent', color: 'accent' },
    },
    sign: {
      position: 'relative',
      width: '1.1rem',
      height: '.5rem',
      '&::before,&::after': {
        content: '""',
        position: 'absolute',
        insetInline: '0',
        borderTop: '1.5px solid',
        transition: 'transform .2s',
      },
      _before: { top: '0' },
      _after: { bottom: '0' },
      '[open] > summary > &::before': { transform: 'translateY(calc(.25rem - .75px)) rotate(45deg)' },
      '[open] > summary > &::after': { transform: 'translateY(calc(.75px - .25rem)) rotate(-45deg)' },
    },
    // Full width on a phone, otherwise a card below the button.
    sheet: {
      position: 'absolute',
      zIndex: '1',
      insetInline: '0',
      top: '100%',
      maxHeight: 'calc(100dvh - 4.5rem)',
      overflowY: 'auto',
      paddingBlock: '.5rem 1rem',
      paddingInline: 'clamp(1.25rem,5vw,4rem)',
      background: 'bg',
      borderBottom: `1px solid ${colors.line}`,
      boxShadow: '0 24px 48px -28px rgb(0 0 0/.4)',
      animation: 'rise .18s ease-out',
      sm: {
        insetInline: 'auto 0',
        top: 'calc(100% + .75rem)',
        width: '21rem',
        padding: '.5rem 1.75rem',
        border: `1px solid ${colors.line}`,
        borderRadius: 'card',
      },
    },
    choices: { '& > li + li': { borderTop: `1px solid ${colors.line}` } },
    choice: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      minHeight: '3.5rem',
      paddingTop: '.1em',
      fontFamily: 'heading',
      fontSize: 'h4',
      textDecoration: 'none',
      '&[aria-current]': {
        color: 'accent',
        _after: { content: '""', width: '.4rem', height: '.4rem', background: 'accent', transform: 'rotate(45deg)' },
      },
    },
  },
  variants: {
    // On a phone the brand, the call to action and the menu share a row: the menu button shows only its icon.
    call: {
      yes: {
        body: {
          '@media (max-width:35.99rem)': {
            columnGap: '.6rem',
            '& .header__brand': { marginInlineEnd: 'auto' },
            '& .header__call .button': { paddingInline: '.8rem' },
            '& .header__label': readAloudOnly,
            '& .header__button': { width: '2.75rem', justifyContent: 'center', paddingInline: '0' },
          },
          '@media (max-width:22.99rem)': {
            columnGap: '.4rem',
            '& .header__brand': { fontSize: '1.125rem', _before: { display: 'none' } },
            '& .header__call .button': { paddingInline: '.5rem', fontSize: 'xs' },
          },
          '@media (max-width:61.99rem)': { '& .header__call': { marginInlineStart: 'auto' } },
        },
      },
    },
    sticky: { yes: { root: { position: 'sticky', zIndex: '9', top: '0' } } },
    beside: {
      // The menu has all links; the links beside it are shortcuts, hidden on narrow screens.
      menu: { nav: { marginInlineStart: 'auto', '@media (max-width:61.99rem)': { display: 'none' } } },
      // The links beside the menu are the same: where they are shown, the menu is hidden.
      all: { menu: { '@media (min-width:62rem)': { display: 'none' } } },
    },
  },
});

export const looks: BlockLooks<'header', typeof header> = {
  parts: ['button', 'buttons', 'hidden', '.tone', '.tone--as_plain'],
};
