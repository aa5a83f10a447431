import type { Kind } from './kind.ts';

/** A value that is checked or unchecked. */
export const flag: Kind = {
  kind: 'flag',
  empty: false,
  readPosted: (fields, name) => fields.has(name),
};
