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
  // What the intake refuses is an error besides (`submissions.test.ts`).
  return problems.flatMap(({ code, file, line, hint }) => (code === 'call-refused' ? [] : [[code, file, line, hint]]));
};
const field = (...rules: string[]) =>
  `{ type: tel, label: Phone, pii: phone, rules: [${rules.map((rule) => `{ ${rule}, message: No. }`).join(', ')}] }`;
const several = (words: string) =>
  `{ type: choices, label: Channels, ${words}, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C }] }`;
const rules = (rule: string) => `rules: [{ ${rule}, message: No. }]`;
const of = (type: string, words = '') =>
  `{ type: ${type}, label: X${words === '' ? '' : `, ${words}`}, ${rules('rule: required')} }`;
const date = (words: string) => of('date', words);
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
    ['a smaller number', of('number', 'min: 2'), of('number', 'min: 1'), [laxer('min: 2')]],
    ['any small number', of('number', 'min: 2'), of('number'), [laxer('min: 2')]],
    ['a greater number', of('number', 'max: 8'), of('number', 'max: 9'), [laxer('max: 8')]],
    ['any great number', of('number', 'max: 8'), of('number'), [laxer('max: 8')]],
    ['the same numbers', of('number', 'min: 2, max: 8'), of('number', 'min: 2, max: 8'), []],
    ['fewer numbers', of('number', 'min: 2, max: 8'), of('number', 'min: 3, max: 7'), []],
    ['numbers where any are accepted', of('number'), of('number', 'min: 2, max: 8'), []],
    ['more decimals', of('number', 'decimals: 1'), of('number', 'decimals: 2'), [laxer('decimals: 1')]],
    ['decimals', of('number'), of('number', 'decimals: 1'), [laxer('decimals: 0')]],
    ['as many decimals', of('number', 'decimals: 1'), of('number', 'decimals: 1'), []],
    ['an earlier day', date("from: '2026-02-01'"), date("from: '2026-01-31'"), [laxer('from: 2026-02-01')]],
    ['any early day', date("from: '2026-02-01'"), date(''), [laxer('from: 2026-02-01')]],
    ['a later day', date("to: '2026-02-01'"), date("to: '2026-02-02'"), [laxer('to: 2026-02-01')]],
    ['any late day', date("to: '2026-02-01'"), date(''), [laxer('to: 2026-02-01')]],
    ['the same days', date("from: '2026-02-01', to: '2026-03-01'"), date("from: '2026-02-01', to: '2026-03-01'"), []],
    ['fewer days', date("from: '2026-02-01', to: '2026-03-01'"), date("from: '2026-02-02', to: '2026-02-28'"), []],
    ['days where any are accepted', date(''), date("from: '2026-02-02', to: '2026-02-28'"), []],
    ['the usual slider', of('slider'), of('slider', 'min: 0, max: 100, step: 1'), []],
    ['a longer slider', of('slider'), of('slider', 'max: 101'), [laxer('max: 100')]],
    ['a slider in other steps', of('slider', 'step: 5'), of('slider', 'step: 10'), [laxer('step: 5')]],
    ['a slider in the usual steps', of('slider', 'step: 5'), of('slider'), [laxer('step: 5')]],
    ['a number in place of a slider', of('slider'), of('number'), [laxer('type: slider')]],
    [
      'another option',
      several('max: 2').replace(', { value: c, label: C }', ''),
      several('max: 2'),
      [laxer('no option c')],
    ],
    ['no options', several('max: 2'), of('text'), [laxer('{ rule: atMost, count: 2, message: … }')]],
    [
      'a condition',
      field('rule: required'),
      field('rule: required').replace('type: tel,', "type: tel, when: 'true',"),
      [laxer('no when')],
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
