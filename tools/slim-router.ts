import type { Plugin } from 'vite';

/**
 * Changes to React Router's source that show the bundler which definitions have no side effects. Display names are only for
 * developer tools. The package has a build without development warnings, but its `exports` do not name it.
 */
const changes: readonly (readonly [from: RegExp, to: string])[] = [
  [/\bReact\d*\.(createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&'],
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/^(var \w+ = )(new URL\(".*"\);)$/gm, '$1/* @__PURE__ */ $2'],
  [/var ENABLE_DEV_WARNINGS = true;/, 'var ENABLE_DEV_WARNINGS = false;'],
  [
    /var RenderErrorBoundary = (class .*?\n};)\nRenderErrorBoundary\.contextType = (\w+);/s,
    'var RenderErrorBoundary = /* @__PURE__ */ (() => { const Boundary = $1 Boundary.contextType = $2; return Boundary; })();',
  ],
];

/**
 * Lets the bundler drop links, forms, routes and data routers: 8 of 11 KB. Islands use the router's location and navigator.
 */
export const slimRouter = (): Plugin => ({
  name: 'slim-router',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/node_modules/react-router/dist/') || !code.includes('\nfunction Router(')) return undefined;
    const missing = changes.find(([from]) => code.search(from) < 0);
    if (missing !== undefined)
      throw new Error(`React Router's source no longer matches ${missing[0]}. Update tools/slim-router.ts.`);
    return { code: changes.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
  },
});
