import type { Plugin } from 'vite';

/** Text of Yup, and what takes its place: its date class and the constant on it become one expression without effects. */
const changes: readonly (readonly [from: string, to: string])[] = [
  [
    'class DateSchema extends Schema {',
    'const DateSchema = /* @__PURE__ */ (() => { class DateSchema extends Schema {',
  ],
  ['\nDateSchema.INVALID_DATE = invalidDate;', '\nDateSchema.INVALID_DATE = invalidDate; return DateSchema; })();'],
  ['\ncreate$4.prototype = DateSchema.prototype;', ''],
  ['\ncreate$4.INVALID_DATE = invalidDate;', ''],
];

/**
 * Lets the bundler leave out what no form uses of Yup, 0.9 KB of 12. Its date class looks used, because a constant is
 * written into it. The package by which it renames the keys of objects is left out; whoever calls `camelCase` fails.
 */
export const slimYup = (): Plugin => ({
  name: 'slim-yup',
  enforce: 'pre',
  resolveId: (id) => (id === 'tiny-case' ? '\0tiny-case' : undefined),
  load: (id) => (id === '\0tiny-case' ? 'export const camelCase = undefined, snakeCase = undefined;' : undefined),
  transform(code, id) {
    if (!id.includes('/node_modules/yup/')) return undefined;
    const missing = changes.find(([from]) => !code.includes(from));
    if (missing !== undefined) throw new Error(`Yup no longer has "${missing[0].trim()}". Look at tools/slim-yup.ts.`);
    return { code: changes.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
  },
});
