import type { Plugin } from 'vite';

/** Replacements in Yup's source that turn its date class and the constant on it into one expression without side effects. */
const changes: readonly (readonly [from: string, to: string])[] = [
  [
    'class DateSchema extends Schema {',
    'const DateSchema = /* @__PURE__ */ (() => { class DateSchema extends Schema {',
  ],
  ['\nDateSchema.INVALID_DATE = invalidDate;', '\nDateSchema.INVALID_DATE = invalidDate; return DateSchema; })();'],
  ['\ncreate$4.prototype = DateSchema.prototype;', ''],
  ['\ncreate$4.INVALID_DATE = invalidDate;', ''],
];

/** The first and the next line after methods of texts that no rule uses, with their regular expressions. */
const unused = ['\n  email(message = string.email) {', '\n\n  //-- transforms --'] as const;

/** A text without the part from one line up to another. */
function without(text: string, [from, to]: readonly [string, string]): string {
  const start = text.indexOf(from);
  return text.slice(0, start) + text.slice(text.indexOf(to, start));
}

/**
 * Lets the bundler drop the parts of Yup that no form uses: 1.6 of 12 KB. The date class looks used, because a constant
 * is assigned to it. `tiny-case`, which renames object keys, is replaced by a stub: calling `camelCase` throws.
 */
export const slimYup = (): Plugin => ({
  name: 'slim-yup',
  enforce: 'pre',
  resolveId: (id) => (id === 'tiny-case' ? '\0tiny-case' : undefined),
  load: (id) => (id === '\0tiny-case' ? 'export const camelCase = undefined, snakeCase = undefined;' : undefined),
  transform(code, id) {
    if (!id.includes('/node_modules/yup/')) return undefined;
    const missing = [...changes.map(([from]) => from), ...unused].find((each) => !code.includes(each));
    if (missing !== undefined)
      throw new Error(`Yup's source no longer contains "${missing.trim()}". Update tools/slim-yup.ts.`);
    return { code: changes.reduce((text, [from, to]) => text.replace(from, to), without(code, unused)), map: null };
  },
});
