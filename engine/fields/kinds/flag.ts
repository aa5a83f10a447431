import type { Kind } from './kind.ts';

/** Ticked or not. */
export const flag: Kind = {
  kind: 'flag',
  empty: false,
  readPosted: (fields, name) => fields.has(name),
};
