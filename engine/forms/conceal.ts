import type { Json } from '../../schemas/compiled.ts';

/** Replaces every letter and digit of a value. The shape remains, so that a log shows that there was a value. */
export const conceal = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/[\p{L}\p{N}]/gu, '•') : Array.isArray(value) ? value.map(conceal) : value;
