import type { Json } from '../../schemas/compiled.ts';

/** A value with every letter and digit replaced. It keeps its shape, so that a log shows that there was a value. */
export const conceal = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/[\p{L}\p{N}]/gu, '•') : Array.isArray(value) ? value.map(conceal) : value;
