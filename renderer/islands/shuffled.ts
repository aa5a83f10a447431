/** Options in a random order, for the flows that have any. */
import { flowInOrder } from '../../engine/flow/shuffled.ts';
import type { FlowBundle } from './bundle.ts';

/** Puts the options of a bundle into the order in which the page shows them (`renderer/boot/shuffle.ts`). */
export function shuffleBundle(bundle: FlowBundle, { dataset: { order } }: HTMLElement): void {
  if (order !== undefined) Object.assign(bundle, flowInOrder(bundle, order));
}
