import type { Json } from '../../schemas/compiled.ts';

/** A value with every letter and digit hidden; its shape stays, so that a log shows that something was there. */
export const conceal = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/[\p{L}\p{N}]/gu, '•') : Array.isArray(value) ? value.map(conceal) : value;
