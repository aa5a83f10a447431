import { join } from 'node:path';

export default {
  pageExtensions: ['mjs'],
  // The quiz component lies beside this folder, and the packages above it.
  turbopack: { root: join(import.meta.dirname, '../..') },
};
