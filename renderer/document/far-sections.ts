/**
 * Defers style, layout and paint of sections below the first screen (`content-visibility`) until they are near the
 * viewport. After some seconds all are laid out, because Chromium omits deferred sections from the accessibility tree.
 * If the address has a fragment, the whole page is laid out at once: the position of the target depends on the sections
 * above it.
 */
import { wholeClass } from '../boot/protocol.ts';
import { estimateHeight, windows } from './extent.ts';

/** Number of elements of `<main>` that are laid out at once: as many as a tall window shows. */
export const nearPieces = 2;

const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Splits React's HTML into its top-level elements. */
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

/** Delay after which the first deferred section is laid out, and interval for each further one, in milliseconds. */
const latest = 5000;
const stagger = 150;

const isSection = (html: string): boolean => /^<[a-z]+(?: id="[^"]*")? class="section[ "]/.test(html);

/**
 * The CSS that defers the far sections of a page; empty if there are none.
 * It does not apply without script or in print.
 * @param main the inner HTML of `<main>`
 */
export function farSectionsCss(main: string): string {
  const far = topElements(main)
    // React renders preload links before the elements. In a whole document it moves them to the head.
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
  const deferred = `:root:not(.${wholeClass},:has(:target)) main>.section:nth-child(n+${nearPieces + 1})`;
  const laidOut = `${deferred}{content-visibility:auto;animation-name:lay-out;animation-duration:1ms;animation-fill-mode:forwards}${delays.join('')}`;
  // With reduced motion there are no animations to end the deferral, so nothing is deferred.
  const where = '@media screen and (scripting:enabled) and (prefers-reduced-motion:no-preference)';
  return `${heights.join('')}@keyframes lay-out{to{content-visibility:visible}}${where}{${laidOut}}`;
}
