/** Options in a random order, for the flows that have any. */
import { flowInOrder, shuffledNames } from '../../engine/flow/option-order.ts';
import { type Arrange, arrangeAll } from '../boot/arrange.ts';
import type { FlowBundle } from './bundle.ts';

/**
 * Puts the options of a bundle into the order in which the page shows them (`renderer/boot/shuffle.ts`).
 * @returns puts those of a screen into the same order
 */
export function shuffleBundle(bundle: FlowBundle, { dataset: { order } }: HTMLElement): Arrange | null {
  if (order === undefined) return null;
  const names = shuffledNames(bundle.flow, bundle.forms);
  Object.assign(bundle, flowInOrder(bundle, order));
  return (content) => arrangeAll(content, order, names);
}
