import type { Bounds } from '../kinds/bounds.ts';

export const tel: Bounds = { cap: 32 };
