import type { Kind } from './kind.ts';

/** A value that is a list of texts. */
export const list: Kind = {
  kind: 'list',
  empty: [],
  // An empty place of a ranking.
  readPosted: (fields, name) => fields.getAll(name).map(String).filter(Boolean),
};
