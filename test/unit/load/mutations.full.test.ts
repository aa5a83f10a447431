import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base, baseWith, load } from './fixtures.ts';

/** Loads any edited site, and checks invariants of the result. */
function loads(path: string, text: string): string[] {
  const files = baseWith({ [path]: text });
  const { site, problems } = load(files);
  expect(site === null).toBe(problems.some((problem) => problem.severity === 'error'));
  for (const { file, line, column, length = 1, message, hint = '' } of problems) {
    if (file === 'site.yaml' && message.startsWith('There is no site.yaml')) continue;
    const lines = files.find((each) => each.path === file)?.text.split(/\r?\n/) ?? [];
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column - 1 + length).toBeLessThanOrEqual(Math.max(1, (lines[line - 1] ?? '').length) + 1);
    expect(`${message} ${hint}`).not.toMatch(/undefined|\[object|NaN|TypeError/);
  }
  return problems.map((problem) => problem.code);
}

describe('a site with any line removed is loaded or refused, without an exception', () => {
  test.each(base.map(({ path, text }) => [path, text] as const))('%s', (path, text) => {
    const lines = text.split('\n');
    lines.forEach((_, index) => {
      loads(path, lines.filter((__, other) => other !== index).join('\n'));
    });
  });
});

test('a site with any value in place of another, too', () => {
  const places = base.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=: )[^{}[\],\n]+/g)].map((match) => ({
      path,
      text,
      at: match.index,
      length: match[0].length,
    })),
  );
  const odd = [
    'null',
    '[]',
    '{}',
    '0',
    '-1',
    'true',
    "''",
    'x',
    '~',
    "'{{ x }}'",
    "'{{'",
    "'**'",
    '1e400',
    '.inf',
    '"\\u0000"',
    '[[x]]',
    '{ a: { b: c } }',
    '/',
    "'#'",
    'https://x',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.constantFrom(...odd), ({ path, text, at, length }, value) => {
      loads(path, text.slice(0, at) + value + text.slice(at + length));
    }),
    { numRuns: 400, seed: 20261120 },
  );
});

test('a site cut off anywhere, too', () => {
  for (const { path, text } of base) for (let end = 0; end < text.length; end += 23) loads(path, text.slice(0, end));
});
