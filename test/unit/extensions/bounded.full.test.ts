/** The limits of time of a site's own code, in this process and in the one that tries it first. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bounded, guarded, onSlowExtension, SlowCode, withinLoad } from '../../../server/extensions/time-limit.ts';
import { tryExtensions } from '../../../server/extensions/trial.ts';

const loop = (): never => {
  for (;;);
};

test('a loop and a pattern are ended, and a quick call is not', () => {
  expect(() => bounded('a', loop)).toThrow(SlowCode);
  expect(() => bounded('a', () => /^(\w+\s?)*$/.test(`${'a'.repeat(60)}!`))).toThrow(SlowCode);
  expect(bounded('a', () => 5)).toBe(5);
  expect(() =>
    bounded('a', () => {
      throw new RangeError('own');
    }),
  ).toThrow(RangeError);
});

test('values that took too long are declined from half of their size on, except those as large as an example', () => {
  const slow: [string, number][] = [];
  const end = onSlowExtension((extension, size) => slow.push([extension, size]));
  const rule = guarded('rules/a.js', (value: string) => (value.startsWith('x') ? loop() : true), 20);
  expect(() => rule('x'.repeat(60))).toThrow(SlowCode);
  expect(() => rule('a'.repeat(30))).toThrow(SlowCode);
  expect(rule('a'.repeat(29))).toBe(true);
  expect(() => rule('x'.repeat(29))).toThrow(SlowCode);
  // An example has twenty.
  expect([rule('a'.repeat(20)), slow.map(([, size]) => size)]).toEqual([true, [60, 29]]);
  end();
});

test('the calls of one load together have a limit, and what exceeds it is named', () => {
  // Of processor time: on a busy machine, the clock runs while another process works.
  const busy = (): void => {
    const before = process.threadCpuUsage();
    while (process.threadCpuUsage(before).user < 20_000);
  };
  const { slow } = withinLoad(() => {
    for (let call = 0; call < 50; call += 1)
      try {
        bounded('blocks/a.js', busy);
      } catch {
        // The engine says what failed.
      }
  });
  expect(slow).toEqual(['blocks/a.js']);
  expect(withinLoad(() => bounded('a', () => 5))).toEqual({ result: 5, slow: [] });
});

const rule = (body: string): string => `import { defineRule } from 'funnel-engine/extensions';
export default defineRule({ description: 'A rule.', valid: ['ok'], invalid: ['no'], ${body} });
`;

test.each([
  ['is right', rule("test: (value) => value === 'ok'"), null],
  [
    'loops for a visitor only',
    rule("test: (value) => (/^([a-z]|[a-z0-9])+$/.test(value) ? value === 'ok' : false)"),
    'extension-slow',
  ],
  [
    'changes the language',
    `Array.prototype.at = () => 5;\n${rule("test: (value) => value === 'ok'")}`,
    'extension-shape',
  ],
  ['starts a timer', `setInterval(() => {}, 1000);\n${rule("test: (value) => value === 'ok'")}`, 'extension-shape'],
  ['ends its process', `process.exit(0);\n${rule("test: (value) => value === 'ok'")}`, 'extension-broken'],
  ['rejects later', `Promise.reject(1);\n${rule("test: (value) => value === 'ok'")}`, 'extension-broken'],
  [
    'needs more memory than there is',
    `const all: unknown[] = []; while (true) all.push(new Array(2e7).fill(1));\n${rule('test: () => true')}`,
    'extension-broken',
  ],
])('a file whose code %s', async (_, text, code) => {
  const { problems } = await tryExtensions([{ path: '../extensions/rules/extension.ts', text }]);
  expect(problems.map((problem) => problem.code)).toEqual(code === null ? [] : [code]);
});

test('a process that is stuck ends, although no signal reaches it', async () => {
  const module = join(import.meta.dirname, '../../../server/extensions/watchdog.ts');
  const code = `import { startWatchdog } from '${module}'; startWatchdog(1000); setTimeout(() => { for (;;); }, 1500);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', `process.on('SIGTERM', () => {}); ${code}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  const stop = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(stop);
  expect([signal, out]).toEqual(['SIGKILL', expect.stringContaining('the process is stuck')]);
});
