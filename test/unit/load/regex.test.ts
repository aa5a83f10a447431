import { describe, expect, test } from 'vitest';
import { regexMistake } from '../../../engine/load/check/regex.ts';
import { isSlow } from '../../../engine/rules/pattern/backtracking.ts';
import { growthOf } from '../../../server/definitions/pattern-growth.ts';

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
  test.each(['\\(?<=a', '[(?<=]', '(?<name>a)', '(?<a>x)(?<b>y)', '(?=a)(?:b)'])('%s is accepted', (pattern) => {
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

describe('a pattern that can take a browser long', () => {
  const longTexts = 4000;
  test.each([
    ...['(a+)+', '(a*b?)*', '((a|b)+c?){2,}', '(\\d+-?)+', '(a{1,3})+', '(a{2,5})+', '([a-z]+-?)+', '^([a-z]+ ?)+$'],
    ...['^([A-Za-z]{1,20} ?){1,10}$', '^([a-z]|[a-z0-9])+$', '^(a|aa)+$', '^(a|a)*$', '(a|aa){30}', '(?=(a+)+$).*'],
    ...['^.*.*.*.*.*.*=$', '^(\\w+\\s?)*$', '(([a-z])+.)+[A-Z]([a-z])+', '.+@.+\\..+', '(?:[^]{0,300}x){3}'],
  ])('%s is found', (pattern) => expect(isSlow(pattern, longTexts, growthOf)).toBe(true));

  test.each([
    ...[
      'a+b*',
      '(a+)',
      '(a)+',
      '(a+){2}',
      '(a?)+',
      '[(a+)]+',
      '\\(a+\\)+',
      '(a+)b+',
      '((a)b+)(c)+',
      '(a+b)*c',
      'x{4000}',
    ],
    ...['([a-z]{10}-?){10}', '\\p{L}+(?:[ .\\x27-]\\p{L}+)*', '[^@ ]+@[^@ ]+\\.[^@ ]+', '(\\d{1,3}\\.){3}\\d{1,3}'],
    ...['(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}', '(?:https?://)?[a-z0-9.-]+\\.[a-z]{2,}(?:/.*)?', '.{0,1000}', ''],
  ])('%s is accepted', (pattern) => expect(isSlow(pattern, longTexts, growthOf)).toBe(false));

  test.each(['.+@.+\\..+', '(?:[^]{0,300}x){3}', '([a-z]{2,10} ?){1,3}'])('%s is accepted for short texts', (pattern) =>
    expect([isSlow(pattern, longTexts, growthOf), isSlow(pattern, 120, growthOf)]).toEqual([true, false]),
  );
});

test.each([
  ['(.)\\1', 'refers to an earlier group', '\\1'],
  ['a(?=b).', 'in the middle of a pattern', '(?=b)'],
  ['(a{1,50}){1,50}', 'more than 1000 times', '(a{1,50}){1,50}'],
])('%s is refused, because the server cannot match it in linear time', (pattern, reason, part) => {
  const mistake = regexMistake(pattern);
  expect(mistake?.reason).toContain(reason);
  expect(mistake?.hint).not.toBe('');
  expect(pattern.slice(mistake?.offset, (mistake?.offset ?? 0) + (mistake?.length ?? 0))).toBe(part);
});
