import { describe, expect, test } from 'vitest';
import { endOfHole, parseInline } from '../../../engine/values/inline.ts';
import type { Text } from '../../../schemas/compiled.ts';

/** The result, then what was reported: links and unclosed marks, each with its offset. */
function parsed(text: string): [Text, ...string[]] {
  const calls: string[] = [];
  const result = parseInline(text, {
    hole: (hole) => (hole === '{{ none }}' ? [''] : [{ v: ['$', hole] }]),
    link: (address, offset) => {
      calls.push(`${address}@${offset}`);
      return address;
    },
    unclosed: (mark, offset) => void calls.push(`${mark}@${offset}`),
  });
  return [result, ...calls];
}

describe('links', () => {
  test.each<[string, ...ReturnType<typeof parsed>]>([
    ['[a](/x)', [{ a: ['a'], to: '/x' }], '/x@4'],
    ['[a [b](/y) c](/x)', [{ a: ['a [b](/y) c'], to: '/x' }], '/x@14'],
    ['[a\\] b](/x)', [{ a: ['a] b'], to: '/x' }], '/x@8'],
    ["[{{ a == ']' }}](/x)", [{ a: [{ v: ['$', "{{ a == ']' }}"] }], to: '/x' }], '/x@17'],
    ['[a] and ] [b](/x)', ['[a] and ] ', { a: ['b'], to: '/x' }], '/x@14'],
    ['[a][b]', '[a][b]'],
    ['[a](/x', '[a](/x'],
    ['[a', '[a'],
    ['*[a](/x)* *b*', [{ i: [{ a: ['a'], to: '/x' }] }, ' ', { i: ['b'] }], '/x@5'],
  ])('%s', (text, ...wanted) => {
    expect(parsed(text)).toEqual(wanted);
  });
});

test.each<[string, ...ReturnType<typeof parsed>]>([
  ['a *', 'a *'],
  ['*', '*'],
  ['\\*', '*'],
  ['a\\', 'a\\'],
  ['{{ none }}', ''],
  ['a{{ none }}b*', 'ab*'],
  ['}}{{ v }}', ['}}', { v: ['$', '{{ v }}'] }]],
])('%j', (text, ...wanted) => {
  expect(parsed(text)).toEqual(wanted);
});

test('of nested marks that are not closed, only the innermost is reported', () => {
  expect(parsed('**a *b').slice(1)).toEqual(['*@4']);
});

test.each([
  ["{{ a['}}'] }} b", 13],
  ['{{ a["}}"] }} b', 13],
  ['{{ a["\\"}}"] }} b', 15],
  ['{{ "" }} b', 8],
  ['}} {{ a }}', 10, 3],
  ['{{ a', 4],
])('%s ends at %i', (text, end, open = 0) => {
  expect(endOfHole(text, open)).toBe(end);
});
