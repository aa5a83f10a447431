/** Fields that ask for a text, whose rules are regular expressions or rules for written numbers and dates. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { capOf } from '../fields/bounds.ts';
import { maskPattern } from '../fields/masks/mask-pattern.ts';
import { applyMask, longestOf } from '../fields/masks/masks.ts';
import { charactersOf } from '../forms/characters.ts';
import type { RuleWord } from '../forms/types.ts';
import { wholePattern } from '../rules/pattern/whole-pattern.ts';
import type { RuleOf } from '../rules/tests.ts';
import { webAddress } from '../rules/url/address.ts';
import { emailPattern, longestEmail } from '../values/mail-address.ts';
import { optional } from '../values/optional.ts';
import type { AskedField, Judge, JudgedAnswers, OtherAnswers } from './asked-field.ts';
import { passes, type TableGuard } from './table.ts';
import type { PatternTest, TextTest } from './text-judge.ts';
import { writtenJudge } from './written.ts';
import { daysAround, writtenSamples } from './written-samples.ts';

const testOf = ({ source, flags }: RegExp): PatternTest => (flags === '' ? [source] : [source, flags]);
/** Without the flag `u`, a regular expression counts UTF-16 units, as the rules do. */
const longestTest = (length: number): PatternTest => [`^[^]{0,${length}}$`];
/** The machine takes off what cannot be seen. */
const seen: PatternTest = ['^\\P{Cf}*$', 'u'];
/** The other rules apply to texts that are not empty. */
const orEmpty = ([source, flags]: PatternTest): PatternTest => testOf(new RegExp(`^$|${source}`, flags));

/** The rule of a field with a number. */
const numberTest =
  (rule: 'number' | 'range') =>
  (_: unknown, { number }: FieldDefinition): readonly TextTest[] =>
    number === undefined ? [] : [{ rule, number }];

/** The tests that are the same as a rule. They read no value but those of other fields of the form. */
const testsOf: {
  readonly [Word in RuleWord]?: (rule: RuleOf<Word>, field: FieldDefinition) => readonly TextTest[];
} = {
  required: () => [['[^]']],
  minLength: ({ length }) => [orEmpty([`^[^]{${length},}$`])],
  maxLength: ({ length }) => [longestTest(length)],
  pattern: ({ pattern }) => [orEmpty([wholePattern(pattern), 'u'])],
  email: () => [longestTest(longestEmail), orEmpty(testOf(emailPattern))],
  url: () => [orEmpty(testOf(webAddress))],
  digits: ({ min = 0, max = '' }) => [orEmpty([`^(?:[^0-9]*[0-9]){${min},${max}}[^0-9]*$`])],
  number: numberTest('number'),
  range: numberTest('range'),
  date: ({ format, from, to }) => [{ rule: 'date', format, ...optional({ from, to }, 'from', 'to') }],
  notBefore: ({ field }) => [{ rule: 'notBefore', field }],
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

/** The field with which a rule compares a field; undefined if none does. */
const comparedWith = ({ rules }: FieldDefinition): string | undefined =>
  rules.flatMap((rule) => (rule.rule === 'notBefore' ? rule.field : []))[0];

/** Whether two fields have the same condition. */
const isShownWith = (one: FieldDefinition, other: FieldDefinition): boolean =>
  JSON.stringify(one.when) === JSON.stringify(other.when);

/** Whether a field is a slider: a visitor can only give texts that it accepts. */
const isSlider = ({ number }: FieldDefinition): boolean => number?.step !== undefined;

/** Texts of many shapes. */
function* textsFor(field: FieldDefinition): Generator<string> {
  const { rules, placeholder = '', mask } = field;
  yield* writtenSamples(field);
  if (isSlider(field)) return;
  yield* ['', 'a', 'A', 'Ana', 'a@b.co', 'a.co', '-', '12:00', placeholder.trim()];
  if (mask !== undefined)
    for (let length = 1; length <= longestOf(mask); length += 1) yield applyMask(mask, '1'.repeat(length));
  for (const rule of rules)
    if ('length' in rule) for (const more of [-1, 0, 1]) yield 'a'.repeat(Math.max(0, rule.length + more));
  for (let length = 1; length <= 20; length += 1) yield '1'.repeat(length);
}

/** Texts, beside answers to the field with which a rule compares them: the right one, and days before and after. */
function* samplesFor(field: FieldDefinition, right: OtherAnswers): Generator<readonly [string, OtherAnswers?]> {
  const other = comparedWith(field);
  if (other === undefined) {
    for (const text of textsFor(field)) yield [text];
    return;
  }
  const first = right[other] ?? '';
  for (const text of [...daysAround(String(first)), ...textsFor(field)]) yield [text, { [other]: first }];
  const days = [...daysAround(String(first)), ...writtenSamples(field), ''];
  for (const each of days) for (const text of days) yield [text, { [other]: each }];
}

/**
 * A field with the verdicts of its form on samples.
 * @param fields all fields of the form
 * @param right answers to the fields of the form that it accepts, as far as they are known
 * @returns null if it asks otherwise, or if a verdict is not that of its tests
 */
export function askedText(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  judge: Judge,
  right: OtherAnswers,
): AskedField | null {
  if (!isPlain(field)) return null;
  const { name, mask } = field;
  const compared = comparedWith(field);
  const other = fields.find((each) => each.name === compared);
  // A field that is hidden alone is compared as an empty one.
  if (compared !== undefined && (other === undefined || !isShownWith(other, field))) return null;
  const cap = capOf(field);
  const masked: readonly PatternTest[] = mask === undefined ? [] : [[maskPattern(mask)]];
  // The machine judges what only a script or a paste can enter.
  const before: TextTest[] = [
    testOf(charactersOf(field)),
    seen,
    ...(cap === undefined ? [] : [longestTest(cap)]),
    ...masked,
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
  const samples: (readonly [string, OtherAnswers?])[] = [];
  for (const sample of samplesFor(field, right)) {
    const [text, beside] = sample;
    const index = verdicts.findIndex(({ tests }) => passes(text, tests, writtenJudge, beside));
    const { error, isJudged } = judge(text, beside);
    if (index < 0 || !isJudged) continue;
    if (error !== verdicts[index]?.error) return null;
    samples[index] ??= sample;
  }
  const [accepted] = samples;
  if (accepted === undefined) return null;
  const guardOf = (tests: readonly TextTest[]): TableGuard => ['isText', tests, name];
  return {
    field: name,
    given: guardOf(masked),
    isMasked: mask !== undefined,
    accepted: [guardOf(all)],
    right: accepted[0],
    // A slider sends nothing else that it refuses.
    refused: verdicts
      .slice(1, isSlider(field) ? samples.length : undefined)
      .map(({ tests, error }, index): JudgedAnswers => {
        const guards = [guardOf(tests)];
        const sample = samples[index + 1];
        // No view shows an error that no sample causes.
        if (sample === undefined) return { guards, error: null };
        const [text, beside] = sample;
        return { guards, error, sample: text, ...optional({ beside }, 'beside') };
      }),
    exclusive: [],
  };
}
