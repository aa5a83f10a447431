import { describe, expect, test } from 'vitest';
import { regexMistake } from '../../../engine/load/check/regex.ts';

describe('a broken pattern is explained in plain words at its place', () => {
  test.each([
    ['(a', 'this bracket ( is never closed.', '('],
    ['a(b[)]', 'this bracket ( is never closed.', '('],
    ['ab)', 'this bracket ) closes nothing.', ')'],
    ['a)|(?:b', 'this bracket ) closes nothing.', ')'],
    ['x[a', 'this bracket [ is never closed.', '['],
    ['*a', 'there is nothing in front of this', '*'],
    ['a|+b', 'there is nothing in front of this', '+'],
    ['a**', 'there is nothing in front of this', '*'],
    ['a{2', 'a brace or square bracket', '{'],
    ['a{,3}', 'a brace or square bracket', '{'],
    ['a]', 'a brace or square bracket', ']'],
    ['a{3,1}', 'the first number of a repetition', '{3,1}'],
    ['[z-a]', 'a range in [ ] runs backwards.', '[z-a]'],
    ['[\\w-z]', 'a range in [ ] begins or ends', '[\\w-z]'],
    ['\\d+\\q', 'a backslash stands before a sign', '\\q'],
    ['a\\', 'a backslash stands before a sign', '\\'],
    ['\\p{Letra}+', 'there is no group of signs', '\\p{Letra}'],
    ['a(?x)', 'a group begins with (?', '(?'],
    ['(?i)a', 'a group begins with (?', '(?'],
  ])('%s', (pattern, reason, part) => {
    const mistake = regexMistake(pattern);
    expect(mistake?.reason).toContain(reason);
    expect(mistake?.hint).not.toBe('');
    expect(pattern.slice(mistake?.offset, (mistake?.offset ?? 0) + (mistake?.length ?? 0))).toBe(part);
    expect(`${mistake?.reason}${mistake?.hint}`).not.toMatch(/Invalid|Unterminated|quantifier|lookbehind|\/u/);
  });
  test.each(['^[0-9]+$', '\\(\\d{2}\\) \\d{4,5}-\\d{4}', '[\\]()]', '(?:a|b)+', '\\p{L}+', 'a{2,}'])(
    'accepted: %s',
    (pattern) => {
      expect(regexMistake(pattern)).toBeUndefined();
    },
  );
});
