/** A form must be as strict as the intake that it is posted to, if that validates by another form. */
import { describe, expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

/** A site whose intake validates by `judge`, and whose visitors fill in `own`. */
const problemsIn = (judge: string, own: string, send = '') => {
  const form = (id: string, field: string): string => `form: ${id}\nfields:\n  phone: ${field}\n`;
  const { problems } = load(
    baseWith({
      'judge.form.yaml': form('judge', judge),
      'own.form.yaml': form('own', own),
      'call.api.yaml': `api: call
intakes:
  call:
    post: /api/call
    form: judge
    records: calls
    retention: { days: 730 }
    response: { message: "'Done.'" }
`,
      'call.flow.yaml': `flow: call
page: call
start: form
steps:
  form:
    path: [/call]
    title: Call us
    form: own
    show: [{ type: form, submit: Send }]
    submit:
      calls: [{ post: /api/call${send} }]
      onError: { alert: Failed. }
    final: true
`,
      'call.page.yaml': 'page: call\ndescription: Call us.\nblocks: [{ type: stage }]\nsearch: hidden\n',
    }),
  );
  return problems.map(({ code, file, line, hint }) => [code, file, line, hint]);
};
const field = (...rules: string[]) =>
  `{ type: tel, label: Phone, pii: phone, rules: [${rules.map((rule) => `{ ${rule}, message: No. }`).join(', ')}] }`;
const several = (words: string) =>
  `{ type: choices, label: Channels, ${words}, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C }] }`;
const rules = (rule: string) => `rules: [{ ${rule}, message: No. }]`;
const laxer = (text: string) => ['form-laxer', 'own.form.yaml', 3, `Make the field match that form: ${text}`];

describe('a form whose intake validates by another form', () => {
  test.each<[string, string, string, unknown[]]>([
    ['the same rules', field('rule: required'), field('rule: required'), []],
    ['a stricter rule', field('rule: digits, min: 8'), field('rule: digits, min: 10'), []],
    [
      'a rule that is missing',
      field('rule: required', 'rule: digits, min: 10'),
      field('rule: required'),
      [laxer('{ rule: digits, min: 10, message: … }')],
    ],
    [
      'a rule that asks for less',
      field('rule: digits, min: 10'),
      field('rule: digits, min: 8'),
      [laxer('{ rule: digits, min: 10, message: … }')],
    ],
    [
      'a longer text',
      field('rule: required').replace('type: tel,', 'type: tel, maxLength: 20,'),
      field('rule: required').replace('type: tel,', 'type: tel, maxLength: 40,'),
      [laxer('maxLength: 20')],
    ],
    ['as many choices by a word as by a rule', several('min: 2'), several(rules('rule: atLeast, count: 2')), []],
    ['as many choices by a rule as by a word', several(rules('rule: atMost, count: 2')), several('max: 2'), []],
    ['fewer choices', several('min: 2'), several('min: 1'), [laxer('{ rule: atLeast, count: 2, message: … }')]],
    [
      'a mix that an exclusive option forbids',
      several('max: 2').replace('label: C }', 'label: C, exclusive: true }'),
      several('max: 2'),
      [laxer('exclusive: true at the option c')],
    ],
    ['more choices', several('max: 2'), several('max: 3'), [laxer('{ rule: atMost, count: 2, message: … }')]],
  ])('%s', (_, judge, own, problems) => {
    expect(problemsIn(judge, own)).toEqual(problems);
  });

  test('a value computed from a field is checked by the rules that the computation cannot satisfy', () => {
    const send = `, with: { phone: "phone == '' ? '0000000000' : digits(phone)" }`;
    const [required, digits] = ['rule: required', 'rule: digits, min: 10'];
    expect(problemsIn(field(required, digits), field(digits), send)).toEqual([]);
    expect(problemsIn(field(required, digits), field('rule: minLength, length: 2'), send)).toEqual([
      laxer('{ rule: digits, min: 10, message: … }'),
    ]);
  });
});
