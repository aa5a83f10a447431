import type { Bounds } from '../kinds/bounds.ts';

export const textarea: Bounds = { cap: 4000, lines: true };
