/** The styles of a dialog over the page. */

import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors, radii } from '../../theme/tokens.ts';

const closed = { opacity: '0', transform: 'var(--away)' } as const;

export const overlay = defineSlotRecipe({
  className: 'overlay',
  slots: ['root', 'frame', 'close', 'sign', 'body'],
  base: {
    root: {
      '--away': 'translateY(100%)',
      inset: 'auto 0 0',
      margin: '0 auto',
      width: '100%',
      maxWidth: 'none',
      maxHeight: 'calc(100dvh - 2rem)',
      overflow: 'auto',
      overscrollBehavior: 'contain',
      // Keeps focused elements clear of the close button.
      scrollPaddingBlock: '4rem 1rem',
      borderRadius: `${radii.card} ${radii.card} 0 0`,
      boxShadow: '0 24px 80px -20px rgb(0 0 0/.5)',
      // `allow-discrete` keeps it visible during the closing transition.
      transition: 'opacity .2s,transform .2s,overlay .2s allow-discrete,display .2s allow-discrete',
      ...closed,
      '&[open]': { opacity: '1', transform: 'none' },
      '@starting-style': { '&[open]': closed },
      '&::backdrop': {
        background: 'rgb(12 12 10/.62)',
        opacity: '0',
        transition: 'opacity .2s,overlay .2s allow-discrete,display .2s allow-discrete',
      },
      '&[open]::backdrop': { opacity: '1' },
      '@media (min-width:36rem)': {
        '--away': 'translateY(1rem)',
        inset: '0',
        margin: 'auto',
        width: 'calc(100% - 3rem)',
        maxWidth: '32rem',
        maxHeight: 'calc(100dvh - 3rem)',
        borderRadius: 'card',
      },
      // The page does not scroll. The gutter of its scroll bar is dimmed like the page.
      'html:has(&[open])': {
        overflow: 'hidden',
        scrollbarGutter: 'stable',
        background: `color-mix(in srgb,${colors.bg} 38%,#0c0c0a)`,
      },
    },
    frame: { position: 'relative', display: 'grid' },
    close: {
      position: 'sticky',
      zIndex: '2',
      top: '.5rem',
      justifySelf: 'end',
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      margin: '.5rem .5rem -3.25rem 0',
      background: 'bg',
      borderRadius: '50%',
      color: 'muted',
      _hover: { color: 'fg' },
    },
    sign: {
      position: 'relative',
      width: '1.1rem',
      height: '1.1rem',
      '&::before,&::after': {
        content: '""',
        position: 'absolute',
        insetInline: '0',
        top: '50%',
        borderTop: '1.5px solid',
        transform: 'rotate(45deg)',
      },
      _after: { transform: 'rotate(-45deg)' },
    },
    // Blocks inside get no maximum width, no section padding and no card of their own, unless they have a tone.
    body: {
      '--measure': 'none',
      '--section-y': '0px',
      '--section-x': '0px',
      '--stage-y': '0px',
      minWidth: '0',
      padding: 'clamp(1.75rem,6vw,2.75rem) clamp(1.25rem,6vw,2.75rem)',
      paddingBottom: 'calc(clamp(1.75rem,6vw,2.75rem) + env(safe-area-inset-bottom))',
      '& :is(.form,.panel):not(.tone)': { padding: '0', border: '0', background: 'none' },
      '& .heading:first-of-type': { paddingInlineEnd: '2.5rem' },
    },
  },
});
