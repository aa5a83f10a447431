/** The ground every page stands on: what browsers disagree about, and how text, links and focus look by default. */

import type { Styles } from './chakra.ts';
import { colors } from './tokens.ts';

type Rules = Readonly<Record<string, Styles>>;

export const reset: Rules = {
  // Not `::before,::after`: a rule for those of every element has a browser work out three styles for each of them,
  // whenever a dialog makes the page inert. The stylesheet gives drawn ones their box.
  '*': { boxSizing: 'border-box', margin: '0', padding: '0', border: '0 solid' },
  html: {
    WebkitTextSizeAdjust: '100%',
    scrollBehavior: 'smooth',
    scrollPaddingTop: '5rem',
    fontFamily: 'body',
    lineHeight: '1.6',
  },
  body: {
    background: 'bg',
    color: 'fg',
    fontSize: 'md',
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100svh',
    WebkitFontSmoothing: 'antialiased',
    // Letters keep their measured widths; whole pixels would let lines break elsewhere when a font comes.
    textRendering: 'geometricPrecision',
    fontFeatureSettings: '"calt","case"',
    overflowWrap: 'break-word',
  },
  main: { flex: '1', display: 'flex', flexDirection: 'column' },
  'h1,h2,h3': {
    fontFamily: 'heading',
    fontWeight: '500',
    lineHeight: '1.12',
    letterSpacing: '-.014em',
    textWrap: 'balance',
  },
  'h1 em,h2 em,h3 em': { fontStyle: 'normal', color: 'accent' },
  'h1 strong,h2 strong,h3 strong': { fontWeight: '600' },
  strong: { fontWeight: '600' },
  'ul,ol': { listStyle: 'none' },
  'button,input,textarea,select': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  'button,summary,label': { cursor: 'pointer', WebkitTapHighlightColor: 'transparent' },
  a: {
    color: 'inherit',
    textDecorationColor: 'accent',
    textDecorationThickness: '1px',
    textUnderlineOffset: '.22em',
    _hover: { color: 'accent' },
  },
  // A piece that comes and goes with the page's signals stands in no box of its own.
  '[data-when]': { display: 'contents' },
  '[hidden]': { display: 'none!important' },
  'img,svg': { display: 'block', maxWidth: '100%' },
  '[tabindex="-1"]:focus': { outline: 'none' },
  ':focus-visible': { outline: `2px solid ${colors.accent}`, outlineOffset: '3px' },
  // Of the root alone, for the same reason: selections inherit.
  ':root::selection': { background: 'accent', color: 'bg' },
};

/** What changes in a medium. */
export const resetIn: Readonly<Record<string, Rules>> = {
  '@media (prefers-reduced-motion:reduce)': {
    html: { scrollBehavior: 'auto' },
    '*,::before,::after,::backdrop': { animation: 'none!important', transition: 'none!important' },
  },
  '@media print': {
    'body *': { background: 'none!important', color: '#000!important' },
    'header,footer,nav,form,button': { display: 'none!important' },
  },
};
