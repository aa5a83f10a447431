/** Finds the flows that need no more than the common views. The server runs this; browsers read `data-views`. */
import type { BlockPlace } from '../../engine/definition.ts';
import { commonTypes } from './views.ts';

/** Whether a flow shows only blocks of common types. @param held the blocks of its steps */
export const isPlain = (held: readonly BlockPlace[]): boolean =>
  held.every(({ block }) => commonTypes.includes(block.type));
