/**
 * Sections below the first screen are not styled, laid out or painted before they come near (`content-visibility`) or the
 * page has stood for some seconds: Chromium leaves what waits out of the tree that screen readers go through.
 * Where a link or an address leads into the page, all of it is laid out first: the place of a target follows from the
 * sections above it.
 */
import { wholeClass } from '../boot/protocol.ts';
import { estimateHeight, windows } from './extent.ts';

/** How many pieces of a page are laid out at once: as many as a tall window shows. */
export const nearPieces = 2;

const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** The elements that stand side by side in a piece of React's HTML. */
export function topElements(html: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:[^>"]|"[^"]*")*?(\/?)>/g)) {
    const [text, end, name = '', single] = tag;
    if (depth === 0 && end === '') start = tag.index;
    if (end === '/') depth -= 1;
    else if (single === '' && !empty.test(name)) depth += 1;
    if (depth === 0) found.push(html.slice(start, tag.index + text.length));
  }
  return found;
}

/** When the first waiting section is laid out at the latest, and how long after it each further one, in milliseconds. */
const latest = 5000;
const stagger = 150;

const isSection = (html: string): boolean => /^<[a-z]+(?: id="[^"]*")? class="section[ "]/.test(html);

/**
 * The CSS by which the far sections of a page wait; empty for a page that has none.
 * A browser without script lays out everything, and so does one that prints.
 * @param main the HTML of what `<main>` holds
 */
export function farSectionsCss(main: string): string {
  const far = topElements(main)
    // React prints its preload links before the elements; in a whole document they go to the head.
    .filter((html) => !html.startsWith('<link '))
    .map((html, index) => ({ html, place: index + 1 }))
    .filter(({ html, place }) => place > nearPieces && isSection(html));
  if (far.length === 0) return '';
  const delays = far.map(
    ({ place }, index) => `main>:nth-child(${place}){animation-delay:${latest + index * stagger}ms}`,
  );
  const heights = windows.map((window) => {
    const rules = far.map(
      ({ html, place }) => `main>:nth-child(${place}){contain-intrinsic-height:auto ${estimateHeight(html, window)}px}`,
    );
    return window.from === 0 ? rules.join('') : `@media(min-width:${window.from / 16}rem){${rules.join('')}}`;
  });
  const waits = `:root:not(.${wholeClass},:has(:target)) main>.section:nth-child(n+${nearPieces + 1})`;
  const laidOut = `${waits}{content-visibility:auto;animation-name:lay-out;animation-duration:1ms;animation-fill-mode:forwards}${delays.join('')}`;
  // A visitor who wishes for less motion has no animations, so there nothing waits.
  const where = '@media screen and (scripting:enabled) and (prefers-reduced-motion:no-preference)';
  return `${heights.join('')}@keyframes lay-out{to{content-visibility:visible}}${where}{${laidOut}}`;
}
