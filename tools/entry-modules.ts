import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds each module that runs as a thread or a process of its own, `new URL('./thread.ts', import.meta.url)`, as an entry
 * of the build. All files of the build must be in one folder.
 */
export const entryModules = (): Plugin => ({
  name: 'entry-modules',
  // Before the types are stripped: the quotes are those of the source.
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts')) return;
    const changed = code.replaceAll(/new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g, (_, path: string) => {
      const fileName = `${basename(path)}.js`;
      this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${path}.ts`), fileName });
      return `new URL('./${fileName}', import.meta.url)`;
    });
    return changed === code ? undefined : { code: changed, map: null };
  },
});
