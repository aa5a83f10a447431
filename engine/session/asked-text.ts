/** Fields that ask for a text, whose rules are regular expressions or rules for written numbers and dates. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { capOf } from '../fields/bounds.ts';
import { maskPattern } from '../fields/masks/mask-pattern.ts';
import { applyMask, longestOf } from '../fields/masks/masks.ts';
import { charactersOf } from '../forms/characters.ts';
import type { RuleWord } from '../forms/types.ts';
import { emailShape, longestEmail } from '../rules/email/shape.ts';
import { wholePattern } from '../rules/pattern/whole-pattern.ts';
import type { RuleOf } from '../rules/schemas.ts';
import { webAddress } from '../rules/url/address.ts';
import { optional } from '../values/optional.ts';
import type { AskedField, Judge, JudgedAnswers } from './asked-field.ts';
import { passes, type TableGuard } from './table.ts';
import type { PatternTest, TextTest } from './text-judge.ts';
import { writtenJudge } from './written.ts';
import { writtenSamples } from './written-samples.ts';

const testOf = ({ source, flags }: RegExp): PatternTest => (flags === '' ? [source] : [source, flags]);
/** Without the flag `u`, a regular expression counts UTF-16 units, as the rules do. */
const longestTest = (length: number): PatternTest => [`^[^]{0,${length}}$`];
/** The other rules apply to texts that are not empty. */
const orEmpty = ([source, flags]: PatternTest): PatternTest => testOf(new RegExp(`^$|${source}`, flags));

/** The rule of a field with a number. */
const numberTest =
  (rule: 'number' | 'range') =>
  (_: unknown, { number }: FieldDefinition): readonly TextTest[] =>
    number === undefined ? [] : [{ rule, number }];

/** The tests that are the same as a rule. They read no other value. */
const testsOf: {
  readonly [Word in RuleWord]?: (rule: RuleOf<Word>, field: FieldDefinition) => readonly TextTest[];
} = {
  required: () => [['[^]']],
  minLength: ({ length }) => [orEmpty([`^[^]{${length},}$`])],
  maxLength: ({ length }) => [longestTest(length)],
  pattern: ({ pattern }, field) => [orEmpty([wholePattern(pattern, capOf(field)), 'u'])],
  email: () => [longestTest(longestEmail), orEmpty(testOf(emailShape))],
  url: () => [orEmpty(testOf(webAddress))],
  digits: ({ min = 0, max = '' }) => [orEmpty([`^(?:[^0-9]*[0-9]){${min},${max}}[^0-9]*$`])],
  number: numberTest('number'),
  range: numberTest('range'),
  date: ({ format, from, to }) => [{ rule: 'date', format, ...optional({ from, to }, 'from', 'to') }],
};

type Rule = FieldDefinition['rules'][number];

const testsWith = (rule: Rule, field: FieldDefinition): readonly TextTest[] =>
  (testsOf[rule.rule] as (rule: Rule, field: FieldDefinition) => readonly TextTest[])(rule, field);

/** Whether all rules are tests. Of two limits with the same word, a form applies only the last one. */
const isTested = (rules: readonly Rule[]): boolean =>
  rules.every(({ rule, when }) => testsOf[rule] !== undefined && when === undefined) &&
  new Set(rules.map(({ rule }) => rule)).size === rules.length;

const plainTypes: ReadonlySet<string> = new Set<FieldDefinition['type']>(['text', 'textarea', 'email', 'tel']);

/** The looks of a text that the page draws without the island. */
const plainLooks: ReadonlySet<unknown> = new Set([undefined, 'slider', 'money']);

const isPlain = (field: FieldDefinition): boolean =>
  plainTypes.has(field.type) &&
  field.row === undefined &&
  (!('look' in field) || plainLooks.has(field.look)) &&
  isTested(field.rules);

/** Texts of many shapes. */
function* textsFor(field: FieldDefinition): Generator<string> {
  const { rules, placeholder = '', number, mask } = field;
  yield* writtenSamples(field);
  // A slider writes no other text.
  if (number?.step !== undefined) return;
  yield* ['', 'a', 'A', 'Ana', 'a@b.co', 'a.co', '-', placeholder.trim()];
  if (mask !== undefined)
    for (let length = 1; length <= longestOf(mask); length += 1) yield applyMask(mask, '1'.repeat(length));
  for (const rule of rules)
    if ('length' in rule) for (const more of [-1, 0, 1]) yield 'a'.repeat(Math.max(0, rule.length + more));
  for (let length = 1; length <= 20; length += 1) yield '1'.repeat(length);
}

/**
 * A field with the verdicts of its form on samples.
 * @returns null if it asks otherwise, or if a verdict is not that of its tests
 */
export function askedText(field: FieldDefinition, judge: Judge): AskedField | null {
  if (!isPlain(field)) return null;
  const { name, mask } = field;
  const cap = capOf(field);
  // The machine judges what only a script or a paste can enter.
  const before: TextTest[] = [
    testOf(charactersOf(field)),
    ...(cap === undefined ? [] : [longestTest(cap)]),
    ...(mask === undefined ? [] : [[maskPattern(mask)] as const]),
  ];
  // A length that the machine judges is no error of the page.
  const unsent = new Set(before.map((test) => JSON.stringify(test)));
  const rules = field.rules.filter((rule) => !testsWith(rule, field).every((test) => unsent.has(JSON.stringify(test))));
  const steps = rules.map((rule, index) => {
    const passed = rules.slice(0, index).flatMap((each) => testsWith(each, field));
    return { tests: [...before, ...passed], error: rule.message };
  });
  const all = [...before, ...rules.flatMap((rule) => testsWith(rule, field))];
  // In this order, what meets the first condition fails the rule behind it.
  const verdicts = [{ tests: all, error: null }, ...steps.reverse()];
  const samples: string[] = [];
  for (const text of textsFor(field)) {
    const index = verdicts.findIndex(({ tests }) => passes(text, tests, writtenJudge));
    if (index < 0) continue;
    if (judge(text).error !== verdicts[index]?.error) return null;
    samples[index] ??= text;
  }
  const [right] = samples;
  if (right === undefined) return null;
  const guardOf = (tests: readonly TextTest[]): TableGuard => ['isText', tests, name];
  return {
    field: name,
    given: guardOf(mask === undefined ? [] : [[maskPattern(mask)]]),
    isMasked: mask !== undefined,
    accepted: [guardOf(all)],
    right,
    refused: verdicts.slice(1).map(({ tests, error }, index): JudgedAnswers => {
      const guards = [guardOf(tests)];
      const sample = samples[index + 1];
      // No view shows an error that no sample causes.
      return sample === undefined ? { guards, error: null } : { guards, error, sample };
    }),
    exclusive: [],
  };
}
