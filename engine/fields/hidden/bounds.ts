import type { Bounds } from '../kinds/bounds.ts';

// Hidden fields carry attribution from the address; a visitor cannot shorten what they cannot see.
export const hidden: Bounds = { cap: 2048 };
