/** The styles of the consent banner. */

import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

const twoColumns = '@media (min-width:48rem)';
const height = '13rem';

export const consent = defineSlotRecipe({
  className: 'consent',
  slots: ['root', 'body', 'words', 'title', 'text', 'note', 'actions', 'more', 'summary', 'choices', 'status', 'close'],
  base: {
    root: {
      // Sticky and last: it has a place of its own at the end of the page, so that everything can be scrolled clear of it.
      position: 'sticky',
      zIndex: '9',
      bottom: '0',
      maxHeight: '80dvh',
      overflow: 'auto',
      overscrollBehavior: 'contain',
      borderTop: `1px solid ${colors.line}`,
      boxShadow: '0 -12px 40px -18px rgb(0 0 0/.35)',
      fontSize: 'sm',
      lineHeight: '1.5',
      // The script in the head marks a page whose visitor has chosen, before the first paint.
      'html:root[data-chosen] &:not([data-open],:target)': { display: 'none' },
      'html:has(#funnel-consent-saved:target) &': { display: 'none' },
      // Keeps focused elements clear of it.
      'html:not([data-chosen]):has(&)': { scrollPaddingBottom: height },
      '& :is(a,button,summary,input)': { scrollMarginBottom: `-${height}` },
      paddingInline: 'clamp(1.25rem,5vw,4rem)',
      '@media print': { display: 'none' },
    },
    body: {
      position: 'relative',
      display: 'grid',
      gap: '.75rem 2.5rem',
      marginInline: 'auto',
      maxWidth: '72rem',
      paddingBlock: '1rem calc(1rem + env(safe-area-inset-bottom))',
      [twoColumns]: { gridTemplateColumns: '1fr auto', alignItems: 'center', paddingBlock: '1.25rem' },
    },
    words: { minWidth: '0' },
    title: { fontFamily: 'heading', fontSize: 'md', fontWeight: '600', lineHeight: '1.3' },
    text: { marginTop: '.2rem', maxWidth: '38.4em', color: 'muted', textWrap: 'pretty', '& a': { color: 'fg' } },
    note: {
      display: 'none',
      marginTop: '.5rem',
      fontWeight: '600',
      '[data-control] &': { display: 'block' },
    },
    // Two buttons of the same look and size: refusing is as easy as agreeing.
    actions: {
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: '.75rem',
      '& .button': { minHeight: '2.875rem', paddingBlock: '.4rem', paddingInline: '1rem' },
      [twoColumns]: {
        gridRow: '1',
        gridColumn: '2',
        gridTemplateColumns: '9rem 9rem',
        '[data-open] &': { marginInlineEnd: '2.25rem' },
      },
      '[data-control] &': { display: 'none' },
    },
    more: { gridColumn: '1/-1', '[data-control] &': { display: 'none' } },
    // On a phone beside the title, so that the banner stays low.
    summary: {
      '@media (max-width:47.99rem)': {
        position: 'absolute',
        insetInlineEnd: '0',
        top: '.3rem',
        '[data-open] &': { insetInlineEnd: '2.5rem' },
      },
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '2.75rem',
      cursor: 'pointer',
      textDecoration: 'underline',
      textUnderlineOffset: '.3em',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    choices: {
      display: 'grid',
      gap: '.25rem 2rem',
      margin: '0 0 .75rem',
      padding: '0',
      border: '0',
      [twoColumns]: { gridTemplateColumns: 'repeat(3,1fr)' },
      '& strong': { display: 'block' },
      '& span': { color: 'muted' },
      '& strong,& b': { color: 'fg' },
    },
    status: { gridColumn: '1/-1', color: 'poor', fontWeight: '500', '&:empty': { display: 'none' } },
    close: {
      display: 'none',
      position: 'absolute',
      insetInlineEnd: '-.75rem',
      top: '.3rem',
      width: '2.75rem',
      height: '2.75rem',
      background: 'none',
      borderRadius: 'control',
      color: 'muted',
      fontSize: '1.375rem',
      lineHeight: '1',
      _hover: { color: 'fg' },
      '[data-open] &': { display: 'block' },
    },
  },
});
