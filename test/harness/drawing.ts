/** What draws the screens of islands, as one script for a page without an island. */
export { fill } from '../../renderer/islands/fill.ts';
export { morphChildren } from '../../renderer/islands/morph.ts';
