/** Branches that no way takes, and steps that no answers lead to. */
import { describe, expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

const form = (name: string, fields: string) => `form: ${name}\nfields:\n${fields}`;
const area = `  area: { type: choice, label: Area, required: Choose, options: [{ value: civil, label: Civil }, { value: work, label: Work }, { value: tax, label: Tax }] }\n`;
const age = `  age: { type: number, label: Age, min: 18, max: 50, required: Tell }\n`;
const end = (name: string) => `  ${name}: { show: [{ type: text, title: ${name} }], final: true }\n`;
const flow = (steps: string) => `flow: survey
page: frame
start: one
steps:
  one:
    path: [/survey]
    title: Your opinion
    form: one
    show: [{ type: form, submit: Next }]
${steps}`;
const two = (more: string) => `  two:
    title: More
    form: two
    show: [{ type: form, submit: Send, back: Back }]
    on: { back: { to: one } }
${more}`;

/** What is said of the ways, by line of the flow. */
const saidOf = (steps: string): string[] =>
  load(
    baseWith({
      'one.form.yaml': form('one', area),
      'two.form.yaml': form('two', age),
      'survey.flow.yaml': flow(steps),
    }),
  )
    .problems.filter(({ code, severity }) => severity === 'error' || /^(branch|step|condition)-/.test(code))
    .map(({ line, code, message }) => `${line} ${code}: ${message}`);

describe('two branches for the same visitors', () => {
  const saidOfBranches = (one: string, other: string, to = 'b') =>
    saidOf(
      `    next: two\n` +
        two(`    branch: [{ when: "${one}", to: a }, { when: "${other}", to: ${to} }, { to: c }]\n`) +
        ['a', 'c', ...(to === 'b' ? ['b'] : [])].map(end).join(''),
    );

  test('are noted, with the condition that decides', () =>
    expect(saidOfBranches("area == 'civil'", 'age > 30')).toEqual([
      "16 branch-overlap: Some visitors meet this condition and `area == 'civil'` (line 16). The first one decides: they go to a.",
    ]));

  test('are noted if no single way has all cases', () => {
    const steps =
      `    next: two\n` +
      two(`    branch: [{ when: age > 30, to: wait }, { to: which }]\n`) +
      `  wait: { delay: 1s, next: which }\n` +
      `  which: { branch: [{ when: age > 30, to: a }, { when: "area == 'civil'", to: b }, { to: c }] }\n`;
    expect(saidOf(steps + ['a', 'b', 'c'].map(end).join(''))).toEqual([
      '18 branch-overlap: Some visitors meet this condition and `age > 30` (line 18). The first one decides: they go to a.',
    ]);
  });

  test.each([
    ['that exclude each other', "area == 'civil'", "area == 'work'"],
    ['that are limits, the highest first', 'age > 40', 'age > 30'],
    ['to the same step', "area == 'civil'", 'age > 30', 'a'],
  ])('are not those %s', (_, one, other, to?: string) => expect(saidOfBranches(one, other, to)).toEqual([]));
});

describe('a branch that no way takes', () => {
  test('because a branch above takes its visitors', () => {
    const branches = `    branch: [{ when: "area in ['civil', 'work']", to: a }, { when: "area == 'civil'", to: b }, { to: c }]\n`;
    expect(saidOf(branches + ['a', 'b', 'c'].map(end).join(''))).toEqual([
      "10 branch-never: No answers lead to this branch. `area == 'civil'` is never true: the branches above leave only visitors with `!(area in ['civil', 'work'])` (line 10).",
    ]);
  });

  test('because only other visitors come there', () => {
    const steps =
      `    branch: [{ when: "area == 'civil'", to: two }, { to: c }]\n` +
      two(
        `    branch:\n      - { when: "area == 'work'", to: a }\n      - { when: age > 30, to: b }\n      - { to: c }\n`,
      ) +
      ['a', 'b', 'c'].map(end).join('');
    expect(saidOf(steps)).toEqual([
      "17 branch-never: No answers lead to this branch. `area == 'work'` is never true: only visitors come here with `area == 'civil'` (line 10).",
    ]);
  });

  test('because its question is asked later', () => {
    const steps = `    branch: [{ when: age > 30, to: a }, { to: two }]\n${two('    next: c\n')}${['a', 'c'].map(end).join('')}`;
    expect(saidOf(steps)).toEqual([
      '10 branch-never: No answers lead to this branch. `age > 30` is never true: `age` is not asked before.',
    ]);
  });

  test('but not what a way back to the question can lead to', () => {
    const steps = `    branch: [{ when: age > 30, to: a }, { to: two }]\n${two('    next: one\n')}${end('a')}`;
    expect(saidOf(steps)).toEqual([]);
  });
});

describe('a step that no answers lead to', () => {
  test('because the branches above take everybody', () => {
    const all = `    branch: [{ when: "area == 'civil'", to: a }, { when: "area == 'work'", to: b }, { when: "area == 'tax'", to: b }, { to: c }]\n`;
    expect(saidOf(all + ['a', 'b', 'c'].map(end).join(''))).toEqual([
      '10 step-never: No answers lead to c: the branches above take all visitors.',
    ]);
    expect(saidOf(all.replace('to: c', 'to: b') + ['a', 'b'].map(end).join(''))).toEqual([]);
  });
});

test('answers that decide nothing any more do not multiply the ways that are searched', () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index);
  const questions = numbers.map((index) => `  q${index}: { type: yes-no, label: Number ${index}, required: Choose }\n`);
  const files = {
    'one.form.yaml': form('one', area + questions.join('')),
    'survey.flow.yaml': flow(
      `    next: way0\n${numbers
        .map(
          (index) =>
            `  way${index}: { branch: [{ when: q${index} == 'yes', to: said${index} }, { to: way${index + 1} }] }\n` +
            `  said${index}: { delay: 1s, next: way${index + 1} }\n`,
        )
        .join('')}  way12: { branch: [{ when: area == 'tax', to: a }, { when: area != 'tax', to: b }, { to: c }] }\n` +
        ['a', 'b', 'c'].map(end).join(''),
    ),
  };
  const said = load(baseWith(files)).problems.map(({ code, message }) => `${code}: ${message}`);
  expect(said).toEqual(['step-never: No answers lead to c: the branches above take all visitors.']);
});

test('a question that a jump above it leaves out is never asked', () => {
  const question = (name: string, more: string) =>
    `  - { name: ${name}, question: The ${name}?, type: number, min: 0, max: 99, required: Tell${more} }\n`;
  const funnel = (when: string) =>
    `funnel: level\ntitle: Level\nquestions:\n${question('one', ', next: [{ when: one < 44, to: four }]')}${question('two', `, when: ${when}`)}${question('three', '')}${question('four', '')}fields: { mail: email }\n`;
  const said = (when: string) =>
    load(baseWith({ 'level.funnel.yaml': funnel(when) })).problems.map(
      ({ line, code, message }) => `${line} ${code}: ${message}`,
    );
  expect(said('one < 60')).toEqual([]);
  expect(said('one < 40')).toEqual([
    expect.stringMatching(/^5 condition-never: No visitor meets this condition\. .*`one < 40`/),
  ]);
});
