import type { Kind } from './kind.ts';

/** Several texts. */
export const list: Kind = {
  kind: 'list',
  empty: [],
  readPosted: (fields, name) => fields.getAll(name).map(String),
};
