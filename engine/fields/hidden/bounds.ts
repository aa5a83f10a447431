import type { Bounds } from '../kinds/bounds.ts';

// Hidden fields hold attribution from the address. A visitor cannot shorten what they cannot see.
export const hidden: Bounds = { cap: 2048 };
