import type { Plugin } from 'vite';

/**
 * Leaves `import()` to the browser, instead of a helper of Vite that preloads what a chunk imports (0.8 KB). A page
 * names the files of its island itself (`data-fetch`), and no chunk has styles.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: () => [] } } }),
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
});
