import { describe, expect, test } from 'vitest';
import { domainsOf } from '../../../engine/decide/domains.ts';
import { holdsWith } from '../../../engine/decide/literal.ts';
import { possibility } from '../../../engine/decide/possibility.ts';
import { type Code, compileCondition, type Types } from '../../../engine/expressions/index.ts';

const absent = { optional: true, absent: 'nobody has answered' } as const;
const types: Types = {
  area: { kind: 'enum', values: ['civil', 'work', ''] },
  age: { kind: 'number', ...absent, accepted: { kind: 'numbers', least: 18, most: 50, step: 1 } },
  price: { kind: 'number', accepted: { kind: 'numbers', least: 0, most: 9.99, step: 0.01 } },
  a: { kind: 'number' },
  b: { kind: 'number' },
  whole: { kind: 'number', accepted: { kind: 'numbers', step: 1 } },
  even: { kind: 'number', accepted: { kind: 'numbers', least: 0, step: 2 } },
  name: { kind: 'string' },
  city: { kind: 'string', accepted: { kind: 'texts', shortest: 2, longest: 5 } },
  day: { kind: 'string', day: true },
  stay: { kind: 'string', accepted: { kind: 'days', first: '2027-03-01', last: '2027-03-05' } },
  agreed: { kind: 'bool' },
  likes: {
    kind: 'list',
    of: { kind: 'enum', values: ['tea', 'milk', 'rum'] },
    accepted: { kind: 'choices', of: ['tea', 'milk', 'rum'], most: 2 },
  },
  answers: {
    kind: 'list',
    of: { kind: 'number' },
    length: 3,
    accepted: {
      kind: 'row',
      items: [
        { kind: 'some', values: [0, 4] },
        { kind: 'some', values: [0, 4] },
        { kind: 'some', values: [0, 10] },
      ],
    },
  },
  visit: { kind: 'record', fields: { src: { kind: 'string', optional: true } } },
};

function judge(text: string) {
  const compiled = compileCondition(text, types);
  if (!('code' in compiled)) throw new Error(`${text}: ${JSON.stringify(compiled.problems)}`);
  const [yes, no] = [true, false].map((outcome) => {
    const demand = { code: compiled.code, outcome };
    const found = possibility([demand], domainsOf(types));
    if (found.can === true) {
      const all = { area: '', age: null, price: 0, a: 0, b: 0, name: '', visit: { src: null }, ...found.values };
      expect(holdsWith(demand, all), `${text} with ${JSON.stringify(found.values)}`).toBe(true);
    }
    return found;
  });
  return { yes, no } as { yes: ReturnType<typeof possibility>; no: ReturnType<typeof possibility> };
}

const verdict = (text: string): string => {
  const { yes, no } = judge(text);
  if (yes.can === null || no.can === null) return 'undecided';
  return yes.can ? (no.can ? 'open' : 'always') : 'never';
};

describe('a condition is decided', () => {
  test.each([
    ["area == 'civil'", 'open'],
    ["area == 'civil' && area == 'work'", 'never'],
    ["area == 'civil' || area != 'civil'", 'always'],
    ["area in ['civil', 'work', '']", 'always'],
    ["area in ['civil'] && area != 'civil' && agreed", 'never'],
    ['agreed && !agreed', 'never'],
    ['agreed ? true : agreed', 'open'],
    ['age > 40 && age < 20', 'never'],
    ['age > 60', 'never'],
    ['age > 49 && age < 50', 'never'],
    ['age > 48 && age < 50', 'open'],
    ['age >= 18', 'open'],
    ['age == null || age >= 18', 'always'],
    ['age != null && age < 18', 'never'],
    ['default(age, 0) > 50', 'never'],
    ['default(age, 60) > 50', 'open'],
    ['age * 2 == 41', 'never'],
    ['round(age / 4) == 12', 'open'],
    ['round(age / 4) > 12', 'open'],
    ['round(age / 4) > 13', 'never'],
    ['percent(age, 50) > 100', 'never'],
    ['price > 9.98 && price < 9.99', 'never'],
    ['a > 3 && a < 4', 'open'],
    ['whole > 3 && whole < 4', 'never'],
    ['even == 7', 'never'],
    ['even > 7 && even < 9', 'open'],
    ['a > b && b > a', 'never'],
    ['a > b && b > a - 1', 'open'],
    ['a + b > 10 && a < 2 && b < 3', 'never'],
    ['a + whole > 10 && whole <= 4 && a < 6.5', 'open'],
    ['a == b || a != b', 'always'],
    ['a + b == 10 && a - b == 4', 'open'],
    ["name == 'Ana' && name == 'Bia'", 'never'],
    ["name != 'Ana' && name != 'Bia'", 'open'],
    ['size(name) > 3 && size(name) < 3', 'never'],
    ['size(city) > 5', 'never'],
    ['size(city) == 1', 'never'],
    ["city > 'abcdef' && city < 'b'", 'open'],
    ["city > 'abcdef' && city < 'abcdf'", 'never'],
    ["name == city && name == 'Salvador'", 'never'],
    ["name == city && city == 'Rio'", 'open'],
    ["contains(name, 'a') && name == 'xyz'", 'never'],
    ["startsWith(name, 'Dr') && !contains(name, 'D')", 'undecided'],
    ["day < '2027-01-02' && day > '2027-01-01'", 'never'],
    ["day < '2027-01-03' && day > '2027-01-01'", 'open'],
    ["stay > '2027-03-05'", 'never'],
    ["stay != '' && stay < '2027-03-01'", 'never'],
    ["'tea' in likes && 'milk' in likes && 'rum' in likes", 'never'],
    ['size(likes) == 3', 'never'],
    ["'tea' in likes && size(likes) > 1", 'open'],
    ["'tea' in likes && likes == []", 'never'],
    ['sum(answers) == 5', 'never'],
    ['sum(answers) == 14', 'open'],
    ['sum(answers) > 18', 'never'],
    ['sum(answers) > 13 && sum(answers) < 14', 'never'],
    ['percent(sum(answers), 18) <= 100', 'always'],
    ['answers[0] == 4 && answers[0] == 0', 'never'],
    ['sum(answers) > 14 && answers[0] == 0', 'undecided'],
    ["visit.src == 'ads' && visit.src == 'mail'", 'never'],
    ["has(visit.src) && visit.src == 'ads'", 'open'],
    ['(agreed ? 1 : 2) == 3', 'never'],
  ])('%s: %s', (text, expected) => expect(verdict(text)).toBe(expected));
});

test('a value of one number is not tried for another one that cannot have it', () => {
  const even: Types[string] = { kind: 'number', accepted: { kind: 'numbers', step: 2 } };
  const odd: Types[string] = { kind: 'number', accepted: { kind: 'numbers', least: -1, most: 2373, step: 2 } };
  const demands = [
    { code: ['<', ['$', 'odd'], ['$', 'even']] as Code, outcome: false },
    { code: ['==', ['*', ['$', 'odd'], 3], ['$', 'even']] as Code, outcome: true },
  ];
  expect(possibility(demands, domainsOf({ even, odd })).can).not.toBe(true);
});

test('what cannot be evaluated here is not decided', () => {
  const code: Code = ['==', ['unknownFunction', ['$', 'area']], 1];
  expect(possibility([{ code, outcome: true }], domainsOf(types))).toEqual({ can: null, part: code });
});

test('a conflict has the fewest comparisons, and the variables whose declared values are part of it', () => {
  const { yes } = judge("agreed && age > 60 && name != 'Ana'");
  const { yes: apart } = judge("agreed && area == 'civil' && name == '' && area == 'work'");
  const parts = (found: typeof yes) =>
    found.can === false
      ? found.conflicts.map(({ demands, limits }) => ({
          parts: demands.map(({ code }) => code),
          limits: limits.map((each) => each.text),
        }))
      : null;
  expect(parts(yes)).toEqual([{ parts: [['>', ['$', 'age'], 60]], limits: ['age'] }]);
  expect(parts(apart)).toEqual([
    {
      parts: [
        ['==', ['$', 'area'], 'civil'],
        ['==', ['$', 'area'], 'work'],
      ],
      limits: [],
    },
  ]);
});

test('a value of a choice that a comparison excludes is no conflict', () => {
  const { yes } = judge("(a >= 70 ? 'high' : a >= 40 ? 'middle' : 'low') == 'high' && a < 50");
  const codes = yes.can === false ? yes.conflicts.map(({ demands }) => demands.map(({ code }) => code)) : null;
  expect(codes).toEqual([
    [
      ['>=', ['$', 'a'], 70],
      ['<', ['$', 'a'], 50],
    ],
  ]);
});

test('a condition with too many conjunctions is undecided, and soon', () => {
  const text = Array.from({ length: 14 }, (_, index) => `(a * b == ${index}.5 || b * a == ${index}.25)`).join(' && ');
  expect(verdict(text)).toBe('undecided');
});
