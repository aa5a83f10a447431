/** What the loader knows of each rule: its definition, what implies it, and whether an empty value breaks it. */
import { describe, expect, test } from 'vitest';
import { demandsValue } from '../../../engine/rules/demands.ts';
import { ruleAuthoring } from '../../../engine/rules/generated/authoring.ts';
import type { RuleSetting } from '../../../engine/rules/rule-authoring.ts';
import type { Rule, RuleWord } from '../../../schemas/generated/types.ts';

const base = { message: 'No.' };
const written = (rule: RuleWord, more: object = {}) => ({ rule, ...base, ...more }) as Rule;
const define = (rule: Rule) => ruleAuthoring[rule.rule].define(base, rule);
const isImplied = (rule: Rule, judged: Partial<RuleSetting> = {}): boolean =>
  ruleAuthoring[rule.rule].isImplied(rule, { rules: [], cap: Number.POSITIVE_INFINITY, isMade: false, ...judged });

const bare: readonly RuleWord[] = ['required', 'accepted', 'email', 'oneOf', 'url', 'number', 'range'];

describe('a definition', () => {
  test.each(bare)('of %s is its word and its message', (word) =>
    expect(define(written(word))).toEqual({ ...base, rule: word }),
  );

  test.each<[RuleWord, object]>([
    ['atLeast', { count: 2 }],
    ['minLength', { length: 2 }],
    ['maxLength', { length: 2 }],
    ['digits', { min: 2 }],
    ['digits', { max: 3 }],
    ['digits', { min: 2, max: 3 }],
    ['pattern', { pattern: 'x' }],
    ['date', { format: 'DD/MM/YYYY' }],
    ['date', { format: 'YYYY-MM-DD', from: '2026-01-01', to: '2026-12-31' }],
    ['atMost', { count: 2 }],
  ])('of %s carries its parameters %o', (word, parameters) => {
    expect(define(written(word, parameters))).toStrictEqual({ ...base, rule: word, ...parameters });
  });

  test.each<RuleWord>(['atLeast', 'minLength', 'maxLength', 'digits', 'pattern', 'date', 'atMost'])(
    'of %s without its parameters is none',
    (word) => expect(define(written(word))).toBeNull(),
  );
});

describe('a rule is implied', () => {
  test.each(bare)('%s by the same rule, and by an expression that makes the value', (word) => {
    expect(isImplied(written(word))).toBe(false);
    expect(isImplied(written(word), { rules: [written(word)] })).toBe(true);
    expect(isImplied(written(word), { isMade: true })).toBe(true);
  });

  test.each<[RuleWord, object, object, boolean]>([
    ['atLeast', { count: 2 }, { count: 1 }, false],
    ['atLeast', { count: 2 }, { count: 2 }, true],
    ['atLeast', { count: 2 }, { count: 3 }, true],
    ['atMost', { count: 2 }, { count: 3 }, false],
    ['atMost', { count: 2 }, { count: 1 }, true],
    ['date', { format: 'YYYY-MM-DD', from: '2026-01-01' }, { format: 'YYYY-MM-DD' }, false],
    ['date', { format: 'YYYY-MM-DD', to: '2026-01-01' }, { format: 'YYYY-MM-DD' }, false],
    ['date', { format: 'YYYY-MM-DD', from: '2026-01-01' }, { format: 'YYYY-MM-DD', from: '2026-02-01' }, true],
    ['minLength', { length: 2 }, { length: 1 }, false],
    ['minLength', { length: 2 }, { length: 2 }, true],
    ['minLength', { length: 2 }, { length: 3 }, true],
    ['maxLength', { length: 2 }, { length: 3 }, false],
    ['maxLength', { length: 2 }, { length: 2 }, true],
    ['maxLength', { length: 2 }, { length: 1 }, true],
    ['digits', { min: 2, max: 4 }, { min: 2, max: 4 }, true],
    ['digits', { min: 2, max: 4 }, { min: 3, max: 3 }, true],
    ['digits', { min: 2, max: 4 }, { min: 1, max: 4 }, false],
    ['digits', { min: 2, max: 4 }, { min: 2, max: 5 }, false],
    ['digits', { min: 2, max: 4 }, { min: 2 }, false],
    ['digits', { max: 4 }, { max: 4 }, true],
    ['digits', { min: 2 }, { min: 2 }, true],
    ['pattern', { pattern: 'x' }, { pattern: 'x' }, true],
    ['pattern', { pattern: 'x' }, { pattern: 'y' }, false],
  ])('%s %o by %o: %s', (word, own, other, implied) => {
    const rule = written(word, own);
    expect(isImplied(rule, { rules: [written(word, other)] })).toBe(implied);
    // One of several is enough.
    expect(isImplied(rule, { rules: [written(word, other), written(word, other)] })).toBe(implied);
    expect(isImplied(rule)).toBe(false);
  });

  test.each<[RuleWord, object]>([
    ['minLength', { length: 2 }],
    ['maxLength', { length: 2 }],
    ['pattern', { pattern: 'x' }],
  ])('%s %o by an expression that makes the value', (word, own) =>
    expect(isImplied(written(word, own), { isMade: true })).toBe(true),
  );

  test.each<[RuleWord, object]>([
    ['atLeast', { count: 1 }],
    ['digits', { min: 1 }],
  ])('%s %o by no expression', (word, own) => expect(isImplied(written(word, own), { isMade: true })).toBe(false));

  test('by one of several rules, of which others do not', () => {
    const rules = (word: RuleWord, ...each: object[]) => each.map((more) => written(word, more));
    expect(isImplied(written('atLeast', { count: 2 }), { rules: rules('atLeast', { count: 1 }, { count: 2 }) })).toBe(
      true,
    );
    expect(
      isImplied(written('minLength', { length: 2 }), { rules: rules('minLength', { length: 1 }, { length: 2 }) }),
    ).toBe(true);
    expect(
      isImplied(written('maxLength', { length: 2 }), { rules: rules('maxLength', { length: 3 }, { length: 2 }) }),
    ).toBe(true);
    expect(isImplied(written('digits', { min: 2 }), { rules: rules('digits', { min: 1 }, { min: 2 }) })).toBe(true);
    expect(
      isImplied(written('pattern', { pattern: 'x' }), { rules: rules('pattern', { pattern: 'y' }, { pattern: 'x' }) }),
    ).toBe(true);
  });

  test('a length by the cap of the field, which counts as one', () => {
    const rule = written('maxLength', { length: 5 });
    expect(isImplied(rule, { cap: 5 })).toBe(true);
    expect(isImplied(rule, { cap: 6 })).toBe(false);
  });
});

test.each<[RuleWord, boolean]>([
  ['required', true],
  ['accepted', true],
  ['atLeast', true],
  ['minLength', false],
  ['maxLength', false],
  ['digits', false],
  ['email', false],
  ['oneOf', false],
  ['pattern', false],
  ['date', false],
  ['atMost', false],
  ['url', false],
  ['number', false],
  ['range', false],
])('an empty value breaks %s: %s', (word, breaks) => {
  expect(demandsValue([{ rule: word }])).toBe(breaks);
  expect(demandsValue([{ rule: 'email' }, { rule: word }])).toBe(breaks);
  expect(demandsValue([])).toBe(false);
});
