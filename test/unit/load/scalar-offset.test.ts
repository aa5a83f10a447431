/** The offset in the file of each character of a value: across quotes, escapes, indentation and folded lines. */
import { expect, test } from 'vitest';
import { isScalar, parseDocument, Scalar } from 'yaml';
import { sourceOffset } from '../../../engine/load/source/scalar-offset.ts';

/** The offsets of all characters of the value of `k`, and of its end; null for one that is not found. */
function offsetsIn(text: string): (number | null)[] {
  const node = parseDocument(text, { keepSourceTokens: true }).get('k', true);
  if (!isScalar(node)) throw new RangeError(`${text} has no scalar under k`);
  const [start = 0, end = 0] = node.range ?? [];
  const block = node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL;
  const value = String(node.value);
  return Array.from(
    { length: value.length + 1 },
    (_, index) => sourceOffset(text, { start, end, value, block }, index) ?? null,
  );
}

test.each<[what: string, text: string, offsets: (number | null)[]]>([
  ['a plain text', 'k: abc', [3, 4, 5, 6]],
  ['a plain text with a quote inside', `k: a"b'c`, [3, 4, 5, 6, 7, 8]],
  ['two quotes in a plain text', `k: a''b`, [3, 4, 5, 6, 7]],
  ['a backslash in a plain text', 'k: a\\nb', [3, 4, 5, 6, 7]],
  ['a folded line: the line break is the space', 'k: a\n  b', [3, 4, 7, 8]],
  ['a folded line after spaces and a tab', 'k: a \t\n  b', [3, 4, 9, 10]],
  ['a folded line after a tab', 'k: a\t\n  b', [3, 5, 8, 9]],
  ['an empty line', 'k: a\n\n  b', [3, 4, 8, 9]],
  ['two empty lines', 'k: a\n\n\n  b', [3, 4, 5, 9, 10]],
  ['lines that end with a carriage return', 'k: a\r\n  b\r\n', [3, 5, 8, 9]],
  ['single quotes', "k: 'ab'", [4, 5, 6]],
  ['a doubled single quote', "k: 'a''b'", [4, 5, 7, 8]],
  ['two doubled single quotes', "k: '''a'''", [4, 6, 7, 9]],
  ['a folded line in single quotes', "k: 'a\n   b'", [4, 5, 9, 10]],
  ['double quotes', 'k: "ab"', [4, 5, 6]],
  ['two single quotes in double quotes', `k: "a''b"`, [4, 5, 6, 7, 8]],
  ['a backslash in single quotes', "k: 'a\\x41b'", [4, 5, 6, 7, 8, 9, 10]],
  ['a short escape', 'k: "a\\tb"', [4, 5, 7, 8]],
  ['an escaped quote', 'k: "a\\"b"', [4, 5, 7, 8]],
  ['an escape of two digits', 'k: "a\\x41b"', [4, 5, 9, 10]],
  ['an escape of four digits', 'k: "a\\u0041b"', [4, 5, 11, 12]],
  ['an escape of eight digits', 'k: "a\\U00000041b"', [4, 5, 15, 16]],
  ['the last character of one unit', 'k: "a\\U0000FFFFb"', [4, 5, 15, 16]],
  ['an escaped character of two units', 'k: "a\\U0001F600b"', [4, 5, 15, 15, 16]],
  ['a character of two units', 'k: "a\u{1F600}b"', [4, 5, 6, 7, 8]],
  ['an escape of four digits beside a character of two units', 'k: "\\u0041\u{1F600}b"', [4, 10, 11, 12, 13]],
  ['an escaped line break', 'k: "a\\\n \t b"', [4, 10, 11]],
  ['a folded line in double quotes', 'k: "a\n   b"', [4, 5, 9, 10]],
  ['a literal block', 'k: |\n  ab\n  c\n', [7, 8, 9, 12, 13, 14]],
  ['a literal block with deeper lines', 'k: |\n  a\n    b\n', [7, 8, 11, 12, 13, 14, 15]],
  ['a literal block after empty lines', 'k: |\n\n \n  a\n', [5, 7, 10, 11, 12]],
  ['a block with quotes', 'k: |\n  "a\'\'\\n"\n', [7, 8, 9, 10, 11, 12, 13, 14, 15]],
  ['a folded block', 'k: >\n  a\n  b\n\n  c\n', [7, 8, 11, 12, 16, 17, 18]],
  ['a block without its last line break', 'k: |-\n  a\n  b\n', [8, 9, 12, 13]],
  ['an empty line before deeper ones', 'k: |\n\n  a\n    b\n', [5, 8, 9, 12, 13, 14, 15, 16]],
  ['a line of spaces before deeper ones', 'k: |\n  \n  a\n    b\n', [7, 10, 11, 14, 15, 16, 17, 18]],
  ['such lines with carriage returns', 'k: |\r\n\r\n  a\r\n    b\r\n', [7, 10, 12, 15, 16, 17, 19, 20]],
  ['an escaped space after an escaped line break', 'k: "a\\\n  \\ b"', [4, 9, 11, 12]],
  ['an empty text', "k: ''", [4]],
])('%s', (_, text, offsets) => {
  expect(offsetsIn(text)).toEqual(offsets);
});

test.each<[what: string, text: string, end: number, value: string, block: boolean]>([
  ['another value', 'abc', 3, 'abd', false],
  ['a value that goes on', 'ab', 2, 'abc', false],
  ['a value that goes on after its end', 'abc', 2, 'abc', false],
  ['a block without a line', '|', 1, 'a', true],
])('is not known of %s', (_, text, end, value, block) => {
  const place = { start: 0, end, value, block };
  for (const wanted of [value.length - 1, value.length]) expect(sourceOffset(text, place, wanted)).toBeUndefined();
});
