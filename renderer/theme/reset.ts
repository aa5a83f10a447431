/** Base styles of every page: a reset of browser differences, and default styles of text, links and focus. */

import type { Styles } from './chakra.ts';
import { colors } from './tokens.ts';

type Rules = Readonly<Record<string, Styles>>;

export const reset: Rules = {
  // Not `::before,::after`: such a rule makes browsers compute three styles per element whenever a dialog makes the page
  // inert. The stylesheet sets `box-sizing` of rendered pseudo-elements.
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
    // Letters keep their measured widths. With whole pixels, lines would break differently when a font loads.
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
  // The wrapper of a conditional block must not affect the layout.
  '[data-when]': { display: 'contents' },
  '[hidden]': { display: 'none!important' },
  'img,svg': { display: 'block', maxWidth: '100%' },
  '[tabindex="-1"]:focus': { outline: 'none' },
  ':focus-visible': { outline: `2px solid ${colors.accent}`, outlineOffset: '3px' },
  // Only on the root, for the same reason: selection styles inherit.
  ':root::selection': { background: 'accent', color: 'bg' },
};

/** Base styles by media query. */
export const resetIn: Readonly<Record<string, Rules>> = {
  '@media (prefers-reduced-motion:reduce)': {
    html: { scrollBehavior: 'auto' },
    '*,::before,::after,::backdrop': { animation: 'none!important', transition: 'none!important' },
  },
  '@media print': {
    'body *': { background: 'none!important', color: '#000!important' },
    'header,footer,nav,form,button': { display: 'none!important' },
    // What is closed on the screen, such as the answers of an FAQ, is printed.
    'details::details-content': { contentVisibility: 'visible', blockSize: 'auto' },
  },
};
