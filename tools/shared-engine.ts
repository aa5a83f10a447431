import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const folder = /\/(engine|schemas)\/.*\.ts$/;

/**
 * Leaves the engine out of a build that the server imports: the server runs its modules already, and a process must have one copy of
 * the tables that sites add to.
 * @param outDir the folder of the build, in which all files are
 */
export const sharedEngine = (outDir: string): Plugin => ({
  name: 'shared-engine',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (found === null || !folder.test(found.id) || found.id.includes('/node_modules/')) return null;
    return { id: relative(resolve(outDir), found.id).replaceAll('\\', '/'), external: 'absolute' };
  },
});
