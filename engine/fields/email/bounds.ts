import type { Bounds } from '../kinds/bounds.ts';

export const email: Bounds = { cap: 254 };
