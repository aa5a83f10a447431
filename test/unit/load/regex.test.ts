import { describe, expect, test } from 'vitest';
import { nestsRepetition, regexMistake } from '../../../engine/load/check/regex.ts';

describe('a broken pattern is explained in plain words at its place', () => {
  test.each([
    ['(a', 'this bracket ( is never closed.', '('],
    ['a(b[)]', 'this bracket ( is never closed.', '('],
    ['ab)', 'this bracket ) has no opening bracket.', ')'],
    ['a)|(?:b', 'this bracket ) has no opening bracket.', ')'],
    ['x[a', 'this bracket [ is never closed.', '['],
    ['*a', 'there is nothing before this', '*'],
    ['a|+b', 'there is nothing before this', '+'],
    ['a**', 'there is nothing before this', '*'],
    ['a{2', 'this brace or square bracket', '{'],
    ['a{,3}', 'this brace or square bracket', '{'],
    ['a]', 'this brace or square bracket', ']'],
    ['a{3,1}', 'the first number of a repetition', '{3,1}'],
    ['[z-a]', 'a range in [ ] is in the wrong order.', '[z-a]'],
    ['[\\w-z]', 'a range in [ ] starts or ends', '[\\w-z]'],
    ['\\d+\\q', 'a backslash before this character', '\\q'],
    ['a\\', 'a backslash before this character', '\\'],
    ['\\p{Letra}+', 'there is no class of characters', '\\p{Letra}'],
    ['a(?x)', 'a group starts with (?', '(?'],
    ['(?i)a', 'a group starts with (?', '(?'],
  ])('%s', (pattern, reason, part) => {
    const mistake = regexMistake(pattern);
    expect(mistake?.reason).toContain(reason);
    expect(mistake?.hint).not.toBe('');
    expect(pattern.slice(mistake?.offset, (mistake?.offset ?? 0) + (mistake?.length ?? 0))).toBe(part);
    expect(`${mistake?.reason}${mistake?.hint}`).not.toMatch(/Invalid|Unterminated|quantifier|lookbehind|\/u/);
  });
  test.each([
    ['(?<=R\\$)\\d+', '(?<=', 0],
    ['\\d+(?<!0)', '(?<!', 3],
    ['(?i:ab)', '(?i', 0],
    ['(?<a>x)|(?<a>y)', '(?<a>', 8],
  ])('%s is refused, because older browsers refuse it', (pattern, part, at) => {
    const mistake = regexMistake(pattern);
    expect(mistake?.reason).toContain(`iOS Safari 15, do not know ${part} here.`);
    expect(mistake?.hint).toMatch(/^(Write|Remove) /);
    expect([mistake?.offset, mistake?.length]).toEqual([at, part.length]);
  });
  test.each(['\\(?<=a', '[(?<=]', '(?<name>a)', '(?<a>x)(?<b>y)', '(?:a)(?=b)'])('%s is accepted', (pattern) => {
    expect(regexMistake(pattern)).toBeUndefined();
  });
  test.each([
    ['(a)(b', 3, 1],
    ['(a))(b)', 3, 1],
    ['b[a]x[c', 5, 1],
    ['a+b**', 4, 1],
    ['a{12}*', 5, 1],
    ['a{2,}{3}', 5, 1],
    ['(*a)', 1, 1],
    ['a{2}b}', 5, 1],
    ['a{12,}b]', 7, 1],
    ['a{2,51}b{', 8, 1],
    ['a{2}b{10,2}', 5, 6],
    ['\\u0041\\x41\\q', 10, 2],
    ['(a)(?x)', 3, 2],
    ['\\((?x)', 2, 2],
    ['[a', 0, 1],
    ['(+b)', 1, 1],
    ['a|{2}b', 2, 1],
    ['{2}b', 0, 1],
    ['a{2}{3}', 4, 1],
    ['a{2,3}{3}', 6, 1],
    ['a{2,}*', 5, 1],
    ['a???', 3, 1],
    ['a??+', 3, 1],
    ['a+?+', 3, 1],
    ['a*?b**', 5, 1],
    ['a{2}?{3}', 5, 1],
    ['a???b**', 3, 1],
    ['[*]a|?', 5, 1],
    ['a{12345,1}', 1, 9],
    ['\\u{110000}', 0, 10],
    ['a\\c1', 1, 2],
    ['\\cA\\c1', 3, 2],
    ['\\p{L}\\p{X}', 5, 5],
    ['\\]a]', 3, 1],
    ['[\\]]a]', 5, 1],
    ['\\(a(b', 3, 1],
    ['[z-a]', 0, 5],
    ['(?<n>a)(?<n>b)', 0, 2],
  ])('%s: at %i', (pattern, offset, length) => {
    expect(regexMistake(pattern)).toMatchObject({ offset, length });
  });
  test.each(['^[0-9]+$', '\\(\\d{2}\\) \\d{4,5}-\\d{4}', '[\\]()]', '(?:a|b)+', '\\p{L}+', 'a{2,}'])(
    'accepted: %s',
    (pattern) => {
      expect(regexMistake(pattern)).toBeUndefined();
    },
  );
});

describe('a repetition inside a repetition', () => {
  test.each([
    '(a+)+',
    '(a*)*',
    '(a+){2,}',
    '(a{3,}){12,}',
    '(?:ab+c)*',
    '((a+)b)*',
    '((a+))+',
    '(a+)?(b+)+',
    '([)]+)+',
    '(\\)+)+',
    '(x|[(]a+)+',
    '(a+b)*c',
  ])('%s is found', (pattern) => {
    expect(nestsRepetition(pattern)).toBe(true);
  });
  test.each([
    'a+b*',
    '(a+)',
    '(a)+',
    '(a+){2}',
    '(a{2,5})+',
    '(a+)?',
    '(a?)+',
    '[(a+)]+',
    '\\(a+\\)+',
    '[a+]+',
    '(\\+)+',
    '([+*])+',
    '(a+)b+',
    '(a+)(b)+',
    '((a)b+)(c)+',
    '(a){2,}',
    '[\\])+]+(b)+',
  ])('%s has none', (pattern) => {
    expect(nestsRepetition(pattern)).toBe(false);
  });
});
