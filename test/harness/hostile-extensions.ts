/** Files of a site's own code that would harm the server that runs them, made from a seed. */

/** What code does that nobody should run. Each is a statement; `x` is any value. */
const deeds: readonly string[] = [
  'while (true) {}',
  'for (;;) { try { while (true) {} } finally { continue; } }',
  "/^(\\w+\\s?)*$/.test('a'.repeat(60) + '!');",
  "/^(a|aa)+$/.test('a'.repeat(80) + '!');",
  "'a'.repeat(60).replace(/(.*a){25}b/, '');",
  'throw null;',
  'throw Object.create(null);',
  'throw new Proxy({}, { get() { while (true) {} } });',
  'throw { get message() { while (true) {} }, toString() { throw 1; } };',
  'const f = (): unknown => f(); f();',
  "'x'.repeat(2 ** 28).split('');",
  '[...Array(3e7).keys()].sort(() => Math.random() - 0.5);',
  'const kept: unknown[] = []; while (true) kept.push(new Array(1000).fill(1));',
  "let text = 'x'; while (true) text += text;",
  'Array.prototype.map = function () { return []; };',
  '(Object.prototype as any).polluted = 1;',
  'Object.defineProperty(Object.prototype, "type", { get: () => "evil", set() {} });',
  'RegExp.prototype.test = () => true;',
  'String.prototype.trim = function () { while (true) {} };',
  'JSON.parse = () => ({});',
  'Promise.prototype.then = function () { return this as never; };',
  '(globalThis as any).setTimeout = () => {};',
  'process.exit(0);',
  'process.kill(process.pid, "SIGKILL");',
  'process.abort();',
  '(process as any).exit = () => {};',
  'Promise.resolve().then(() => { while (true) {} });',
  'Promise.reject(new Error("later"));',
  'setTimeout(() => { throw new Error("later"); }, 0);',
  'setInterval(() => { while (true) {} }, 50);',
  'queueMicrotask(() => { throw new Error("later"); });',
  'process.nextTick(() => { while (true) {} });',
];

/** Wraps a deed in an extension of each kind. `top`: while the file is read; `call`: when the extension is used. */
const frames: Readonly<Record<string, (top: string, call: string) => string>> = {
  'rules/hostile.ts': (top, call) => `import { defineRule } from 'funnel-engine/extensions';
${top}
export default defineRule({
  description: 'A rule.', valid: ['ok'], invalid: ['no'],
  test: (value) => { ${call} return value === 'ok'; },
});
`,
  'functions/hostile.ts': (top, call) => `import { defineFunction } from 'funnel-engine/extensions';
${top}
export default defineFunction({
  description: 'A function.', parameters: { text: { description: 'A text.', type: 'text' } },
  result: 'text', fallback: '', examples: { "hostile('a')": 'a' },
  run: ({ text }) => { ${call} return text; },
});
`,
  'blocks/hostile.ts': (top, call) => `import { defineBlock } from 'funnel-engine/extensions';
${top}
export default defineBlock({
  description: 'A block.', keys: { title: { description: 'A title.', type: 'text' } },
  example: { title: 'a' },
  view: ({ title }, h) => { ${call} return h('p', null, title); },
});
`,
};

/** Values in place of plain ones that run code when they are read, or are too large. */
const members: readonly string[] = [
  "get description(): string { while (true) {} }, valid: ['ok'], invalid: ['no'], test: (v) => v === 'ok'",
  "description: { toJSON() { while (true) {} } } as never, valid: ['ok'], invalid: ['no'], test: (v) => v === 'ok'",
  "description: 'A rule.', valid: new Proxy(['ok'], { get() { while (true) {} } }), invalid: ['no'], test: () => true",
  "description: 'A rule.', valid: Array(1e7).fill('ok'), invalid: ['no'], test: (v) => v === 'ok'",
  "description: 'A'.repeat(2 ** 27), valid: ['ok'], invalid: ['no'], test: (v) => v === 'ok'",
  "description: 'A rule.', valid: ['ok'], invalid: ['no'], test: new Proxy(() => true, { apply() { while (true) {} } })",
  "description: 'A rule.', valid: ['ok'], invalid: ['no'], test: async () => { throw new Error('later'); }",
  "description: 'A rule.', valid: ['ok'], invalid: ['no'], test: (v) => v === 'ok', __proto__: { get valid() { while (true) {} } }",
];

export interface HostileFile {
  /** Below `extensions/`. */
  readonly path: string;
  readonly text: string;
}

/** The file of a number. Two numbers give two files, until all are used. */
export function hostileFile(number: number): HostileFile {
  const all = deeds.length * Object.keys(frames).length * 2 + members.length;
  // Coprime to the count, so that neighbours differ in kind.
  const at = (number * 61) % all;
  const member = members[at];
  if (member !== undefined)
    return {
      path: 'rules/hostile.ts',
      text: `import { defineRule } from 'funnel-engine/extensions';\nexport default defineRule({ ${member} });\n`,
    };
  const rest = at - members.length;
  const deed = deeds[rest % deeds.length] as string;
  const paths = Object.keys(frames);
  const path = paths[Math.floor(rest / deeds.length) % paths.length] as string;
  const isTop = Math.floor(rest / deeds.length / paths.length) === 0;
  return { path, text: (frames[path] as (top: string, call: string) => string)(isTop ? deed : '', isTop ? '' : deed) };
}
