import type { Plugin } from 'vite';

const libraries = /node_modules\/(react|react-dom|scheduler|react-is|@emotion|@chakra-ui|@xstate)\//;

/** Bundles the production code of libraries that choose it by NODE_ENV, in a build whose own code reads NODE_ENV when it runs. */
export const productionLibraries = (): Plugin => ({
  name: 'production-libraries',
  enforce: 'pre',
  transform: (code, id) =>
    libraries.test(id) && code.includes('process.env.NODE_ENV')
      ? { code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }
      : undefined,
});
