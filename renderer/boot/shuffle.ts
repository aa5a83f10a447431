/**
 * Inlined behind an island with options in a random order. The page is the same for all visitors, so its HTML has the order of the
 * file: this script changes it before the first paint. The seed is the id of the visit, which a reload and Back keep. The island
 * takes the seed from the element, and renders the same order.
 */
import type { ShuffledNames } from '../../engine/flow/option-order.ts';
import { arrangeAll } from './arrange.ts';
import { readLanding } from './landing.ts';

const seed = readLanding().visitId;
for (const root of document.querySelectorAll<HTMLElement>('[data-shuffled]:not([data-order])')) {
  root.dataset['order'] = seed;
  arrangeAll(root, seed, JSON.parse(root.dataset['shuffled'] ?? '[]') as ShuffledNames);
}
