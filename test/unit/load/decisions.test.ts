/** Conditions of definitions that hold for no visitor, or for all. */
import { describe, expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

const fieldsWith = (fields: string) => `form: survey
fields:
  area: { type: choice, label: Area, required: Choose, options: [{ value: civil, label: Civil }, { value: work, label: Work }] }
  age: { type: number, label: Age, min: 18, max: 50, required: Tell }
${fields}`;
const flow = `flow: survey
page: frame
start: ask
steps:
  ask:
    path: [/survey]
    title: Your opinion
    form: survey
    show: [{ type: form, submit: Send }]
    next: end
  end: { show: [{ type: text, title: Thanks }], final: true }
`;

/** What is said of the conditions of a form. @param fields its lines below the first two fields, from line 5 on */
const saidOf = (fields: string): string[] =>
  load(baseWith({ 'survey.form.yaml': fieldsWith(fields), 'survey.flow.yaml': flow }))
    .problems.filter(({ code }) => code.startsWith('condition-'))
    .map(({ line, code, message }) => `${line} ${code}: ${message}`);

const text = (name: string, when: string, more = '') =>
  `  ${name}: { type: text, label: ${name}, maxLength: 40, required: Say, when: "${when}"${more} }\n`;

describe('a condition of a field', () => {
  test('never holds because its comparisons exclude each other, or the values of a field do', () => {
    const found = saidOf(
      text('a', "area == 'civil' && area == 'work'") +
        text('b', 'age != null && age > 40 && age < 20') +
        text('c', 'age != null && age > 60'),
    );
    expect(found).toEqual([
      "5 condition-never: No visitor meets this condition. `area == 'civil'` and `area == 'work'` are never true together.",
      '6 condition-never: No visitor meets this condition. `age > 40` and `age < 20` are never true together.',
      '7 condition-never: No visitor meets this condition. `age > 60` is never true: `age` is from 18 to 50 (line 4).',
    ]);
  });

  test('never holds because it asks for a field that is never shown, or only shown elsewhere', () => {
    const found = saidOf(
      text('a', "area == 'civil' && area == 'work'") +
        text('b', 'a != null') +
        text('c', "area == 'civil'") +
        text('d', "c != '' && area == 'work'") +
        text('e', "b != '' || area == 'work'"),
    );
    expect(found.slice(1)).toEqual([
      "6 condition-never: No visitor meets this condition. `a != ''` is never true: `a` is never shown (line 5).",
      "8 condition-never: No visitor meets this condition. `c != ''` and `area == 'work'` are never true together: `c` is only shown where `area == 'civil'` (line 7).",
    ]);
  });

  test('always holds', () => {
    expect(saidOf(text('a', "area != 'civil' || area != 'work'") + text('b', 'age == null || age >= 18'))).toEqual([
      "5 condition-always: Every visitor meets this condition. `area != 'civil'` and `area != 'work'` are the only cases.",
      '6 condition-always: Every visitor meets this condition. `age >= 18` is always true: `age` is from 18 to 50 (line 4).',
    ]);
  });

  test('that can hold and not hold is not mentioned, and one that is not decided is noted', () => {
    expect(saidOf(text('a', "area == 'civil' && age > 30") + text('b', 'a != null && size(a) > 3'))).toEqual([]);
    expect(saidOf(text('a', "area != ''") + text('b', "startsWith(a, 'Dr') && !contains(a, 'D')"))).toEqual([
      "6 condition-undecided: It is not decided whether this condition can hold, because of `startsWith(a, 'Dr')`.",
    ]);
  });
});

test('a condition of a rule and of an option is decided', () => {
  const found = saidOf(
    `  kind: { type: choice, label: Kind, required: Choose, options: [{ value: a, label: A, when: "area == 'civil' && area == 'work'" }, { value: b, label: B }] }\n` +
      `  name: { type: text, label: Name, maxLength: 40, rules: [{ rule: required, message: Say, when: "age < 18" }] }\n`,
  );
  expect(found.map((each) => each.split(':')[0])).toEqual(['5 condition-never', '6 condition-never']);
});

test('what a fact decides is switched off, not mistaken, unless no fact could make it true', () => {
  const branch = (when: string) =>
    flow.replace('next: end', `branch: [{ when: "${when}", to: end }, { to: other }]`) +
    '  other: { show: [{ type: text, title: Others }], final: true }\n';
  const said = (when: string) =>
    load(baseWith({ 'survey.form.yaml': fieldsWith(''), 'survey.flow.yaml': branch(when) }))
      .problems.filter(({ code }) => code.startsWith('condition-'))
      .map(({ code }) => code);
  expect(said('age > 30 && facts.price > 1000000')).toEqual([]);
  expect(said('age > 60 && facts.price > 0')).toEqual(['condition-never']);
});

test.each([
  ['never', "area == 'civil' && area == 'work'", ['condition-never']],
  ['never', 'age != null && age > 60', []],
  ['never', "area != 'civil' && area != 'work' && area != ''", []],
  ['never', 'age == null', []],
  ['always', "area != 'civil' || area != 'work'", ['condition-always']],
  ['always', 'age == null || age >= 18', []],
  ['always', "area == 'civil' && area == 'work'", ['condition-never']],
])('a statement holds because of the flow, not because of its own words: %s %s', (kind, when, codes) => {
  const stated = `${flow}${kind}:\n  - { at: [end], when: "${when}", message: So it is. }\n`;
  const { problems } = load(baseWith({ 'survey.form.yaml': fieldsWith(''), 'survey.flow.yaml': stated }));
  expect(problems.filter(({ code }) => code.startsWith('condition-')).map(({ code }) => code)).toEqual(codes);
});
