import { describe, expect, test } from 'vitest';
import { compileExpression, compileTemplate, type Type } from '../../../engine/expressions/index.ts';
import { expressionErrors } from '../../../engine/expressions/problems.ts';

const level: Type = { kind: 'enum', values: ['VISIVEL', 'INTERMEDIARIO', 'CRITICO'] };
const text: Type = { kind: 'string' };
const types: Record<string, Type> = {
  score: { kind: 'number' },
  plan: text,
  email: { kind: 'string', optional: true },
  bonus: { kind: 'number', optional: true },
  done: { kind: 'bool' },
  answers: { kind: 'list', of: { kind: 'number' }, length: 4 },
  result: { kind: 'record', fields: { level, score: { kind: 'number' } } },
  visit: { kind: 'record', fields: { src: { kind: 'string', optional: true } } },
  counts: { kind: 'map', of: { kind: 'number' } },
  gifts: { kind: 'record', fields: { VISIVEL: text, CRITICO: text } },
  found: {
    kind: 'record',
    fields: { score: { kind: 'number' } },
    optional: true,
    absent: 'the step a can be opened by its address, /a',
  },
  gaps: { kind: 'list', of: { kind: 'number', optional: true, absent: 'the flow starts at a' }, length: 2 },
  typed: { kind: 'string', absent: 'the flow starts at a' },
  xs: { kind: 'list', of: { kind: 'number' } },
};

interface Case {
  code: keyof typeof expressionErrors;
  text: string;
  /** The part of the text that the problem points to. */
  at: string;
  message: string;
  hint?: string;
  expected?: Type;
}

// biome-ignore format: a table
const cases: Case[] = [
  { code: 'expression-empty', text: '  ', at: '  ', message: 'The expression is empty.', hint: 'Write a value, such as a name.' },
  { code: 'expression-unexpected', text: 'score = 1', at: '=', message: 'Expected a value or an operator, but found =.', hint: 'Compare with ==.' },
  { code: 'expression-unexpected', text: 'done and done', at: 'and', message: 'Expected an operator or the end, but found and.', hint: 'Write &&.' },
  { code: 'expression-unexpected', text: 'not done', at: 'done', message: 'Expected an operator or the end, but found done.', hint: 'Write !.' },
  { code: 'expression-unexpected', text: '(score', at: '', message: 'Expected ), but found the end.' },
  { code: 'expression-unclosed-text', text: "plan == 'vip", at: "'vip", message: 'This text is not closed.' },
  { code: 'expression-bad-escape', text: "plan == 'a\\q'", at: '\\q', message: '\\q is not a valid escape sequence.' },
  { code: 'expression-bad-escape', text: "plan == 'a\\U00110000'", at: '\\U', message: '\\U is not a valid escape sequence.' },
  { code: 'expression-lone-surrogate', text: "plan == 'a\\ud83d'", at: '\\ud83d', message: 'This is only half of a character.' },
  { code: 'expression-lone-surrogate', text: "plan == '\ud83d'", at: '\ud83d', message: 'This is only half of a character.' },
  { code: 'expression-inexact-number', text: 'score > 9007199254740993', at: '9007199254740993', message: '9007199254740993 is too large to be calculated exactly.' },
  { code: 'expression-bad-number', text: 'score > 1.000.000', at: '1.000.000', message: '1.000.000 is not a number.' },
  { code: 'expression-unknown-name', text: 'scoer > 1', at: 'scoer', message: 'There is no value called scoer here.', hint: 'Did you mean score?' },
  { code: 'expression-unknown-name', text: 'zzz > 1', at: 'zzz', message: 'There is no value called zzz here.', hint: `Available here: ${Object.keys(types).join(', ')}.` },
  { code: 'expression-unknown-field', text: 'done && result.levle == plan', at: 'levle', message: 'There is no field levle here.', hint: 'Did you mean level?' },
  { code: 'expression-unknown-field', text: "result['levle']", at: "'levle'", message: 'There is no field levle here.', hint: 'Did you mean level?' },
  { code: 'expression-unknown-function', text: 'plan | firstname', at: 'firstname', message: 'There is no function called firstname.', hint: 'Did you mean firstName?' },
  { code: 'expression-forbidden-name', text: 'result.constructor', at: 'constructor', message: 'constructor cannot be used as a name.' },
  { code: 'expression-forbidden-name', text: "result['__proto__']", at: "'__proto__'", message: '__proto__ cannot be used as a name.' },
  { code: 'expression-wrong-type', text: "score + 'a'", at: "'a'", message: "This should be a number, but it is the text 'a'." },
  { code: 'expression-wrong-type', text: 'score && done', at: 'score', message: 'This should be true or false, but it is a number.', hint: 'Compare it, for example with > 0.' },
  { code: 'expression-wrong-type', text: '!plan', at: 'plan', message: 'This should be true or false, but it is a text.', hint: "Compare it, for example with != ''." },
  { code: 'expression-wrong-type', text: "'a' in plan", at: 'plan', message: 'This should be a list, a map or a record, but it is a text.', hint: 'To search in a text, use contains(text, part).' },
  { code: 'expression-wrong-type', text: 'percent(plan, 40)', at: 'plan', message: 'This should be a number, but it is a text.', hint: 'The form is percent(value, of).' },
  { code: 'expression-wrong-type', text: 'min(answers, 1)', at: 'answers', message: 'This should be a number, but it is a list.' },
  { code: 'expression-wrong-type', text: 'score', at: 'score', message: 'This should be a text, but it is a number.', expected: text },
  { code: 'expression-wrong-type', text: "gifts[plan]", at: 'plan', message: 'This should be one of its keys, but it is a text.' },
  { code: 'expression-wrong-type', text: "date(plan, 'shrot')", at: "'shrot'", message: "This should be the text 'short' or 'long' or 'dayMonth' or 'weekday' or 'month' or 'year' or 1 more, but it is the text 'shrot'.", hint: "Did you mean 'short'?" },
  { code: 'expression-wrong-type', text: "done ? 'VISIVEL' : 'CRITICO'", at: "done ? 'VISIVEL' : 'CRITICO'", message: "This should be the text 'VISIVEL', but it is the text 'VISIVEL' or 'CRITICO'.", expected: { kind: 'enum', values: ['VISIVEL'] } },
  { code: 'expression-unexpected', text: 'done | | done', at: '|', message: 'Expected the name of a filter, but found |.', hint: 'Write ||.' },
  { code: 'expression-forbidden-name', text: "counts['constructor']", at: "'constructor'", message: 'constructor cannot be used as a name.' },
  { code: 'expression-wrong-count', text: 'done || percent(score) > 1', at: 'percent(score)', message: 'percent is called with 1 value.', hint: 'Write it as percent(value, of).' },
  { code: 'expression-wrong-count', text: 'has(score)', at: 'has(score)', message: 'has is called with 1 value.', hint: 'Write it as has(record.field).' },
  { code: 'expression-maybe-null', text: 'score + bonus', at: 'bonus', message: 'bonus may be null.', hint: 'Check it first: bonus != null && …, or default(bonus, …).' },
  { code: 'expression-maybe-null', text: "visit.src + '!'", at: 'visit.src', message: 'visit.src may be null.' },
  { code: 'expression-maybe-null', text: 'bonus', at: 'bonus', message: 'bonus may be null.', expected: { kind: 'number' } },
  { code: 'expression-maybe-null', text: 'found.score', at: 'found', message: 'found may be missing here: the step a can be opened by its address, /a.', hint: 'Check it first: found != null && …, or default(found, …). Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).' },
  { code: 'expression-maybe-null', text: 'sum(gaps)', at: 'gaps', message: 'gaps may be missing here: the flow starts at a.' },
  { code: 'expression-maybe-null', text: 'gaps[0] + 1', at: 'gaps[0]', message: 'gaps[0] may be missing here: the flow starts at a.' },
  { code: 'expression-missing-fields', text: 'result', at: 'result', message: 'The record has no points, which is required here.', hint: 'It has level, score.', expected: { kind: 'record', fields: { points: { kind: 'number' } } } },
  { code: 'expression-never-equal', text: "result.level == 'VISIVELL'", at: "'VISIVELL'", message: "These can never be equal: the text 'VISIVEL' or 'INTERMEDIARIO' or 'CRITICO', and the text 'VISIVELL'.", hint: "Did you mean 'VISIVEL'?" },
  { code: 'expression-never-equal', text: "result.level in ['CRITICO', 'CRITCO']", at: "'CRITCO'", message: "These can never be equal: the text 'VISIVEL' or 'INTERMEDIARIO' or 'CRITICO', and the text 'CRITCO'.", hint: "Did you mean 'CRITICO'?" },
  { code: 'expression-never-equal', text: 'score == plan', at: 'score == plan', message: 'These can never be equal: a number, and a text.' },
  { code: 'expression-mixed-types', text: "done ? 1 : 'a'", at: "done ? 1 : 'a'", message: "These values have different types: a number; the text 'a'." },
  { code: 'expression-missing-keys', text: 'gifts[result.level]', at: 'result.level', message: 'The key may be INTERMEDIARIO, which the record does not have.', hint: 'Add INTERMEDIARIO to the record.' },
  { code: 'expression-out-of-range', text: 'answers[4]', at: '4', message: 'The list has only 4 elements, numbered from 0.', hint: 'The last is [3].' },
  { code: 'expression-always-fails', text: 'score > 1 / 0', at: '1 / 0', message: 'This has no value: division by zero.' },
  { code: 'expression-too-long', text: `${'1'.repeat(2000)}+2`, at: '+2', message: 'This expression is longer than 2000 characters.' },
  { code: 'expression-too-deep', text: `${'!'.repeat(70)}done`, at: '!', message: 'This expression is nested more than 64 levels deep.' },
  { code: 'expression-too-deep', text: `${'('.repeat(70)}1${')'.repeat(70)}`, at: '(', message: 'This expression is nested more than 64 levels deep.' },
];

describe('a mistake is reported with its code, message, hint and place', () => {
  test.each(cases)('$code: $text', ({ code, text: written, at, message, hint, expected }) => {
    const compiled = compileExpression(written, types, expected);
    expect(compiled).not.toHaveProperty('code');
    expect(compiled.problems).toHaveLength(1);
    const [found] = compiled.problems;
    expect(found).toMatchObject({ code, message, ...(hint === undefined ? {} : { hint }) });
    expect(written.slice(found?.offset, (found?.offset ?? 0) + (found?.length ?? 0))).toBe(at);
  });

  test('every problem in expressionErrors has a case', () => {
    const { problems } = compileTemplate('{{ typed }} {{ b', types);
    const total = compileExpression('1 / score', types, undefined, { total: true });
    const raised = [...cases, ...problems, ...total.problems].map(({ code }) => code);
    expect([...new Set(raised)].sort()).toEqual(Object.keys(expressionErrors).sort());
  });

  test('independent mistakes are all reported, but not their follow-ups', () => {
    const { problems } = compileExpression("nope.a.b + 1 > 2 && plna == 'x' && result.nada == 1", types);
    expect(problems.map(({ offset }) => offset)).toEqual([0, 20, 42]);
  });

  test('64 terms are the limit of a sum', () => {
    const sum = (terms: number) => Array.from({ length: terms }, () => 'score').join(' + ');
    expect(compileExpression(sum(64), types).problems).toEqual([]);
    expect(compileExpression(sum(65), types).problems).toMatchObject([{ code: 'expression-too-deep' }]);
  });
});

describe('the check accepts', () => {
  const accepted: [string, Type][] = [
    ["score >= 70 && plan == 'vip'", { kind: 'bool' }],
    ['percent(sum(answers), 40)', { kind: 'number' }],
    ['answers[1] + answers[2]', { kind: 'number' }],
    ["result.level == 'VISIVEL' ? 'a' : 'b'", { kind: 'enum', values: ['a', 'b'] }],
    ["email in ['a', 'b']", { kind: 'bool' }],
    ['has(visit.src)', { kind: 'bool' }],
    ['plan.startsWith("v")', { kind: 'bool' }],
    ['default(bonus, 0) + 1', { kind: 'number' }],
    ['email | firstName', { kind: 'string', optional: true }],
    ['bonus', { kind: 'number', optional: true }],
    ["gifts[result.level == 'VISIVEL' ? 'VISIVEL' : 'CRITICO']", { kind: 'string' }],
    ['score in []', { kind: 'bool' }],
    ['[] + [1]', { kind: 'list', of: { kind: 'number' }, length: 1 }],
    ['counts.any + 1', { kind: 'number' }],
    ['[1, 2] + [3]', { kind: 'list', of: { kind: 'number' }, length: 3 }],
  ];
  test.each(accepted)('%s', (written, type) => {
    expect(compileExpression(written, types)).toMatchObject({ problems: [], type });
  });

  test.each([
    'bonus != null && bonus > 1',
    'bonus == null || bonus > 1',
    '!(bonus == null) && bonus > 1',
    'bonus != null ? bonus + 1 : 0',
    'bonus == null ? 0 : bonus + 1',
    "has(visit.src) && visit.src + '!' == plan",
    "visit['src'] != null && visit.src + '!' == plan",
    'done && bonus != null && score > 1 ? bonus + 1 : 0',
    'bonus == 3 && bonus + 1 > 2',
  ])('a guard applies where it guards: %s', (written) => {
    expect(compileExpression(written, types).problems).toEqual([]);
  });

  test.each([
    'bonus != null || bonus > 1',
    'bonus == null && bonus > 1',
    'bonus != null ? 0 : bonus + 1',
    '(bonus != null || done) && bonus > 1',
    '(bonus != null && done) || bonus > 1',
    'bonus != 3 && bonus + 1 > 2',
  ])('and nowhere else: %s', (written) => {
    expect(compileExpression(written, types).problems).toMatchObject([{ code: 'expression-maybe-null' }]);
  });
});

describe('in a place that requires a value', () => {
  const problemsOf = (written: string) =>
    compileExpression(written, types, undefined, { total: true, constants: { facts: { three: 3, none: 0 } } }).problems;
  test.each([
    ['1 / score', 'score'],
    ['answers[0] % answers[1]', 'answers[1]'],
    ['percent(40, sum(answers))', 'sum(answers)'],
    ['score != 0 || 1 / score > 1', undefined],
    ['score == 0 || 1 / score > 1', 'x'],
    ['xs[0]', '0'],
    ['answers[score]', 'score'],
    ['min(xs)', 'xs'],
    ['number(plan)', 'plan'],
    ["date(plan, 'long')", 'plan'],
    ['size(xs) > 0 ? xs[1] : 0', '1'],
    ['1 / (score - 1)', 'score - 1'],
  ])('%s', (written, at) => {
    if (at === 'x') return expect(problemsOf(written)).toEqual([]);
    const found = problemsOf(written);
    expect(found).toMatchObject([{ code: 'expression-may-fail' }]);
    const [{ offset, length } = { offset: 0, length: 0 }] = found;
    if (at !== undefined) expect(written.slice(offset, offset + length)).toContain(at);
  });
  test.each([
    'score / 100',
    'score / facts.three',
    'percent(sum(answers), 40)',
    'score != 0 ? 1 / score : 0',
    'score > 0 && 1 / score > 1',
    'score == 0 ? 0 : 1 / score',
    '0 < score && 1 / score > 1',
    'sum(answers) != 0 ? percent(40, sum(answers)) : 0',
    'size(xs) > 0 ? xs[0] : 0',
    'size(xs) >= 2 && xs[1] > 0',
    'size(xs) > 0 ? max(xs) : 0',
    'min(score, 3)',
    "number('4')",
    'numberOr(plan, 0)',
    'answers[3]',
  ])('always has a value: %s', (written) => {
    expect(problemsOf(written)).toEqual([]);
  });
});

describe('a text with a visitor’s input', () => {
  test.each([
    ['{{ typed }}', ['expression-maybe-empty']],
    ['{{ typed | upper }}', ['expression-maybe-empty']],
    ["{{ ', ' + typed }}", ['expression-maybe-empty']],
    ['{{ found.score }}', ['expression-maybe-null']],
    ["{{ typed != '' ? typed : 'you' }}", []],
    ["{{ typed == '' ? 'you' : ', ' + typed }}", []],
    ['{{ email }}', []],
  ])('%s', (written, codes) => {
    expect(compileTemplate(written, types).problems.map(({ code }) => code)).toEqual(codes);
  });
});
