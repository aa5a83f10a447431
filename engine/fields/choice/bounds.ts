import type { Bounds } from '../kinds/bounds.ts';

export const choice: Bounds = {};
