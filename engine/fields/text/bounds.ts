import type { Bounds } from '../kinds/bounds.ts';

export const text: Bounds = { cap: 120 };
