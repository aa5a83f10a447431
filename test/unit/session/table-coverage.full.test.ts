/** What a page steps through without a framework, as ARCHITECTURE.md lists it: each kind of screen is in the table, or ends it. */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { optionsOf } from '../../../engine/fields/field.ts';
import type { FieldDefinition } from '../../../engine/forms/types.ts';
import { compileTable } from '../../../engine/session/compile-table.ts';
import { type Session, sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import { startVisit, type TransitionTable, takeEvent } from '../../../engine/session/table.ts';
import { tableRuntime } from '../../../engine/session/table-runtime.ts';
import type { FieldType } from '../../../schemas/generated/types.ts';
import { fieldTypes } from '../../../schemas/vocabulary.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { exampleOf } from '../../harness/random-form.ts';
import { subsetsOf, walkTable } from '../../harness/table-walk.ts';
import { base, baseWith, load } from '../load/fixtures.ts';

function startOf(files: Readonly<Record<string, object>>): Session {
  const texts = Object.fromEntries(Object.entries(files).map(([path, data]) => [path, JSON.stringify(data)]));
  const { site, problems } = load(baseWith(texts));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return startSession(compiledFlow(site as SiteDefinition, 'poll'), startAt()).session;
}
const tableOf = (files: Readonly<Record<string, object>>): TransitionTable | null => compileTable(startOf(files));
const screensIn = (table: TransitionTable | null): string[] =>
  Object.values(table?.states ?? {}).map(({ screen }) => screen);
/** The screens that a table shows, while the machine processes their events. */
const shownIn = (table: TransitionTable | null): string[] =>
  Object.values(table?.states ?? {}).flatMap(({ screen, on }) => (on === undefined ? [screen] : []));

const options = [0, 5, 10].map((value) => ({ value, label: `Level ${value}` }));
const plain = [
  { question: 'How often?', options },
  { question: 'How much?', options, shuffle: 'all' },
];
const results = { high: { from: 50, title: 'High', text: 'Good.' }, low: { title: 'Low', text: 'Begin.' } };
const last = { name: 'last', question: 'Last?', type: 'yes-no' };
const funnel = (questions: readonly object[], more: object = {}) => ({
  'poll.funnel.json': { funnel: 'poll', title: 'A poll', description: 'x'.repeat(130), questions, ...more },
});

/** A question of a type, as in its example. */
function questionOf(type: FieldType): object {
  const { label, ...field } = exampleOf(type);
  const { aliases: _, ...own } = field as { aliases?: unknown };
  return ['hidden', 'computed', 'repeat'].includes(type)
    ? { question: String(label), fields: { more: { type: 'scale', label: 'More' }, own: { ...own, label } } }
    : { ...own, name: 'own', question: String(label) };
}

/** The types whose answer is one or several of a list of options, or a mark. */
const chosen: readonly FieldType[] = [
  ...(['choice', 'choices', 'country', 'dropdown'] as const),
  ...(['yes-no', 'scale', 'rating', 'nps', 'checkbox'] as const),
];

test.each(chosen)('a question of type %s is in the table, like the machine in every visit', (type) => {
  const started = startOf(funnel([...plain, questionOf(type), last], { results }));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions.q1', 'questions.q2', 'questions-own', 'questions-last']);
  expect(Object.values(table.states).map((state) => state.last ?? false)).toEqual([false, false, false, false, true]);
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

/** The types whose answer is a text that regular expressions or the rules of written numbers and dates judge. */
const typed: readonly FieldType[] = [
  ...(['text', 'textarea', 'email', 'url', 'tel', 'time'] as const),
  ...(['number', 'slider', 'currency', 'date'] as const),
];

test.each(typed)('a question of type %s is in the table, like the machine with every text', (type) => {
  const started = startOf(funnel([questionOf(type), last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-last']);
  expect(Object.values(table.states).map((state) => state.last ?? false)).toEqual([false, false, true]);
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

const message = 'Look again';
const offered = (...values: readonly string[]) =>
  values.map((value) => ({ value, label: value.toUpperCase() || 'None', points: 1 }));
test.each([
  ['no rule', {}, 'Ana', []],
  ['a value', { required: 'Say it' }, 'Ana', ['']],
  ['a shortest text', { rules: [{ rule: 'minLength', length: 3, message }] }, 'Ana', ['An', '👍']],
  [
    'a text of limited length, and nothing',
    { rules: [{ rule: 'maxLength', length: 3, message }] },
    '',
    ['Anna', '👍👍'],
  ],
  [
    'a pattern',
    { placeholder: '01310-100', rules: [{ rule: 'pattern', pattern: '\\d{5}-\\d{3}', message }] },
    '01310-100',
    ['1', '0131'],
  ],
  ['a time', { type: 'time', required: 'Say it' }, '23:59', ['', '24:00', '12']],
  ['a number of digits', { rules: [{ rule: 'digits', min: 3, max: 4, message }] }, '1-2a3', ['12', 'a', '12345']],
  ['a least number of digits, and nothing', { rules: [{ rule: 'digits', min: 3, message }] }, '', ['1', 'Anna']],
  [
    'several rules, each with its message',
    {
      required: 'Say it',
      rules: [
        { rule: 'minLength', length: 4, message: 'Too short' },
        { rule: 'pattern', pattern: '[a-z@.]*', message: 'Small letters' },
        { rule: 'email', message: 'No address' },
      ],
    },
    'a@b.co',
    ['', 'a', 'Anna', 'anna', '👍👍👍'],
  ],
])('a text with %s', (_, own, right, wrong) => {
  const asked = [
    { name: 'own', question: 'What?', type: 'text', ...own },
    { name: 'more', question: 'More?', type: 'yes-no', when: "own == ''" },
    last,
  ];
  const started = startOf(funnel(asked));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-more', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (text: string) =>
    takeEvent(table, given, { type: 'SUBMIT', values: { own: text } }, tableRuntime)?.visit;
  expect(after(` ${right} `)).toMatchObject({ values: { own: right }, errors: [] });
  expect(after(right)?.state).not.toBe('questions.ready');
  for (const text of wrong)
    expect(after(text), text).toMatchObject({ state: 'questions.ready', values: { own: text } });
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

const config = base.find(({ path }) => path === 'site.yaml')?.text ?? '';
function sessionOn(site: string, questions: readonly object[]): Session {
  const files = Object.entries(funnel(questions)).map(([path, data]) => [path, JSON.stringify(data)]);
  const { site: loaded, problems } = load(baseWith({ ...Object.fromEntries(files), 'site.yaml': site }));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return startSession(compiledFlow(loaded as SiteDefinition, 'poll'), startAt()).session;
}
/** A site that writes numbers as `1.234,5`. */
const german = (questions: readonly object[]): Session =>
  sessionOn(config.replace(/locale: \S+/, 'locale: de-DE').replace(/currency: \S+/, 'currency: EUR'), questions);

const masks = {
  phone: { formats: ['(##) ####-####', '(##) #####-####'], prefixes: ['0055', '550', '55', '0'] },
  code: { formats: ['#####-###'] },
  day: { formats: ['##/##/####'] },
};

test.each<[what: string, own: object, right: string, wrong: readonly string[], others: readonly string[]]>([
  ['a mask', { mask: 'code' }, '01310-1', [], ['013101', '01310-', 'a', '01310-1000']],
  [
    'a mask and rules',
    { mask: 'code', required: 'Say it', rules: [{ rule: 'pattern', pattern: '\\d{5}-\\d{3}', message }] },
    ...(['01310-100', ['', '01310', '01310-1'], ['01310100']] as const),
  ],
  [
    'a mask with prefixes',
    { type: 'tel', mask: 'phone', submitAs: 'digits', rules: [{ rule: 'digits', min: 10, max: 11, message }] },
    // The machine removes the prefix of the others.
    ...(['(11) 98765-4321', ['(11) 9876-543', '(5'], ['(55) 11987-654321', '(01) 1987-65432', '11987654321']] as const),
  ],
  [
    'a date in a mask',
    { mask: 'day', rules: [{ rule: 'date', format: 'DD/MM/YYYY', from: '1990-05-01', message }] },
    ...(['29/02/2024', ['29/02/2023', '3', '30/04/1990'], ['29022024', '2024-02-29']] as const),
  ],
])('a text with %s', (_, own, right, wrong, others) => {
  const asked = [
    { name: 'own', question: 'What?', type: 'text', ...own },
    { name: 'more', question: 'More?', type: 'yes-no', when: "own == ''" },
    last,
  ];
  const started = sessionOn(`${config}\nmasks: ${JSON.stringify(masks)}\n`, asked);
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-more', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (text: string) =>
    takeEvent(table, given, { type: 'SUBMIT', values: { own: text } }, tableRuntime)?.visit;
  expect(after(right)).toMatchObject({ state: 'questions-last.ready', values: { own: right } });
  for (const text of wrong)
    expect(after(text), text).toMatchObject({ state: 'questions.ready', values: { own: text } });
  for (const text of others) {
    expect(after(text), text).toBeUndefined();
    expect(takeEvent(table, given, { type: 'INPUT', field: 'own', value: text }, tableRuntime), text).toBeNull();
  }
  expect(takeEvent(table, given, { type: 'INPUT', field: 'own', value: ` ${right} ` })?.visit.values).toEqual(
    expect.objectContaining({ own: right }),
  );
  expect(walkTable(started, table).taken).toBeGreaterThan(100);
});

test.each<[what: string, own: object, right: string, wrong: readonly string[]]>([
  ['a number', { type: 'number' }, '1.234', ['1,5', '12.34', 'a', '1.23.456', '--1']],
  ['a number, or nothing', { type: 'number', min: 1 }, '', ['0', '-3', '0,5']],
  ['decimals', { type: 'number', decimals: 1, min: -2.5, max: 1500 }, '1.499,9', ['-2,6', '1.500,1', '1,25', 'x']],
  [
    'messages of its own',
    {
      ...{ type: 'number', required: 'Say it', max: 5000 },
      rules: [
        { rule: 'number', message: 'No number' },
        { rule: 'range', message: 'Too much' },
      ],
    },
    '5.000',
    ['', 'x', '5001'],
  ],
  ['an amount', { type: 'currency', min: 100 }, '1.234,5', ['99,99', '1,234', 'x', '€']],
  ['an amount of a range', { type: 'currency', max: 9999.99, required: true }, '9.999,99 €', ['', '-1', '10.000']],
  ['a slider', { type: 'slider', max: 5000, step: 50 }, '1250', []],
  ['a day', { type: 'date' }, '2024-02-29', ['2023-02-29', '2024-02-30', '29.02.2024', '2024-2-29', '0000-01-01']],
  [
    'a day of a range',
    { type: 'date', from: '1990-05-01', to: '2030-12-31', required: true },
    '1990-05-01',
    ['', '1990-04-30', '2031-01-01', 'x'],
  ],
])('a written answer: %s', (_, own, right, wrong) => {
  const isDay = 'type' in own && own.type === 'date';
  const when = isDay ? "own != ''" : 'default(own, 0) > 1200 && default(own, 0) < 1000000';
  const asked = [
    { name: 'own', question: 'How much?', ...own },
    { name: 'more', question: 'More?', type: 'yes-no', when },
    last,
  ];
  const started = german(asked);
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-more', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (text: string) =>
    takeEvent(table, given, { type: 'SUBMIT', values: { own: text } }, tableRuntime)?.visit;
  const state = right === '' ? 'questions-last.ready' : 'questions-more.ready';
  expect(after(` ${right} `)).toMatchObject({ state, values: { own: right }, errors: [] });
  for (const text of wrong)
    expect(after(text), text).toMatchObject({
      ...{ state: 'questions.ready', values: { own: text } },
      errors: [expect.arrayContaining(['setError', 'own'])],
    });
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

test('a number that no slider writes is the machine’s', () => {
  const table = tableOf(
    funnel([{ name: 'own', question: 'How much?', type: 'slider', min: 1, max: 101, step: 2 }, last]),
  );
  const given = { ...startVisit(table as TransitionTable), state: 'questions.ready' };
  const after = (own: string) =>
    takeEvent(table as TransitionTable, given, { type: 'SUBMIT', values: { own } }, tableRuntime)?.visit.state;
  expect(['1', '3', '101'].map(after)).toEqual(Array(3).fill('questions-last.ready'));
  expect(['-1', '2', '103', 'x'].map(after)).toEqual(Array(4).fill(undefined));
});

test('a text with a pattern of which no text is known is shown, and judged by the machine', () => {
  const rules = [{ rule: 'pattern', pattern: '[XYZ]{7}', message }];
  const asked = [
    { name: 'first', question: 'First?', type: 'yes-no' },
    { name: 'own', question: 'What?', type: 'text', required: true, rules },
    last,
  ];
  const table = tableOf(funnel(asked));
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-own']);
  expect(shownIn(table)).toEqual(['questions-own']);
});

test('a quiz of typed questions is in the table as a whole, with its conditions, and shows one of a telephone number of any country', () => {
  const asked = [
    {
      name: 'one',
      question: 'One?',
      type: 'choice',
      options: ['a', 'b'].map((value, points) => ({ value, label: value, points })),
    },
    { name: 'two', question: 'Two?', type: 'rating', max: 3, required: true },
    { name: 'three', question: 'Three?', type: 'nps', when: "one == 'b' || default(two, 0) >= 3" },
    { name: 'four', question: 'Four?', type: 'tel', countries: ['BR', 'PT'], when: "one == ''" },
    { name: 'five', question: 'Five?', type: 'yes-no', when: 'three != null && three > 8' },
    last,
  ];
  const started = startOf(funnel(asked, { results }));
  const table = compileTable(started) as TransitionTable;
  const words = ['', '-two', '-three', '-four', '-five', '-last'];
  expect(screensIn(table)).toEqual(['start', ...words.map((word) => `questions${word}`)]);
  expect(shownIn(table)).toEqual(['questions-four']);
  expect(Object.values(table.states).map((state) => state.last ?? false)).toEqual([0, 0, 0, 0, 1, 0, 1].map(Boolean));
  expect(walkTable(started, table).visits).toBeGreaterThan(1000);
});

test.each([
  ['any number', {}],
  ['at least one', { required: 'Choose' }],
  ['two or three', { min: 2, max: 3 }],
  ['two or three, with a message of its own for none', { required: 'Choose', min: 2, max: 3 }],
  ['an exclusive option', { required: 'Choose', max: 2, none: true }],
  ['an exclusive option, or none', { none: true }],
])('several options: %s', (_, { none = false, ...own }: { none?: boolean; [key: string]: unknown }) => {
  const all = [...offered('a', 'b', 'c', 'd'), ...(none ? [{ value: 'none', label: 'None', exclusive: true }] : [])];
  const asked = [
    { name: 'own', question: 'Which?', type: 'choices', options: all, ...own },
    { name: 'more', question: 'More?', type: 'yes-no', when: "size(own) > 2 || 'a' in own" },
    last,
  ];
  const started = startOf(funnel(asked, { results }));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-more', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  const left = subsetsOf(all.map(({ value }) => value)).filter(
    (values) => takeEvent(table, given, { type: 'SUBMIT', values: { own: values } }, tableRuntime) === null,
  );
  // The page clears what an option excludes, so that the machine has to judge no answer that a page can send.
  expect(left.filter((values) => !values.includes('none') || values.length === 1)).toEqual([]);
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

test.each([
  ['300 options', { type: 'dropdown', options: offered(...Array.from({ length: 300 }, (_, index) => `o${index}`)) }],
  ['all countries', { type: 'country', required: 'Choose' }],
])('a list with %s is in the table, like the machine', (_, own) => {
  const started = startOf(funnel([{ name: 'own', question: 'Which?', ...own }, last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-last']);
  const asked = sendEvent(started, { type: 'on', name: 'begin' }, { at: 1, random: 0 }).session;
  const [field] = asked.compiled.forms.flatMap(({ fields }) => fields);
  const values = [...(optionsOf(field as FieldDefinition) ?? []).map(({ value }) => value), ''];
  expect(values.length).toBeGreaterThan(200);
  const given = { ...startVisit(table), state: stateOf(asked) };
  for (const value of values) {
    const event = { type: 'SUBMIT', values: { own: value } } as const;
    const { session } = sendEvent(asked, event, { at: 1, random: 0 });
    expect(takeEvent(table, given, event)?.visit, value).toMatchObject({
      state: stateOf(session),
      values: event.values,
    });
  }
  expect(takeEvent(table, given, { type: 'SUBMIT', values: { own: 'x' } })).toBeNull();
});

test.each([{ type: 'choice' }, { type: 'choice', required: 'Choose' }, { type: 'dropdown' }])(
  'an option without a value is no answer, like in the machine: %j',
  (own) => {
    const asked = { name: 'own', question: 'Which?', options: offered('', 'a'), ...own };
    const more = { name: 'more', question: 'More?', type: 'yes-no', when: "own == ''" };
    const started = startOf(funnel([asked, more, last]));
    const table = compileTable(started) as TransitionTable;
    expect(screensIn(table)).toEqual(['start', 'questions', 'questions-more', 'questions-last']);
    expect(walkTable(started, table).taken).toBeGreaterThan(200);
  },
);

test('a question of several options, one without a value, is shown, and answered with the machine', () => {
  const own = { name: 'own', question: 'Which?', type: 'choices', options: offered('', 'a') };
  expect(shownIn(tableOf(funnel([own, last])))).toEqual(['questions']);
});

test('a list with a control to search in it is in the table; the search itself is the island’s', () => {
  const own = {
    name: 'own',
    question: 'Which?',
    type: 'dropdown',
    search: true,
    options: offered('a', 'b'),
    required: 'Choose',
  };
  const started = startOf(funnel([own, last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  expect(takeEvent(table, given, { type: 'INPUT', field: '', value: 'a' }, tableRuntime)).toBeNull();
  expect(table.states['questions.ready']?.last).toBe(true);
  expect(walkTable(started, table).taken).toBeGreaterThan(100);
});

/** The types that are written out as several fields. */
const grouped: readonly FieldType[] = ['matrix', 'address', 'contact', 'date-range'];
const rule = { rule: 'minLength', length: 2, message };

test.each([
  ...grouped.map((type): [string, object] => [`type ${type}`, questionOf(type)]),
  ['type matrix, with several options a row', { ...questionOf('matrix'), several: true, min: 1, required: 'Choose' }],
  ['type matrix, with an answer to each row', { ...questionOf('matrix'), required: 'Choose' }],
  [
    'several types',
    {
      question: 'And?',
      fields: {
        own: { type: 'choice', label: 'Which?', required: 'Choose', options: offered('a', 'b') },
        more: { type: 'text', label: 'More?', required: 'Say it', rules: [rule] },
        box: { type: 'checkbox', label: 'Yes?' },
      },
    },
  ],
])('a question of %s is in the table with all its fields, like the machine', (_, question) => {
  const started = startOf(funnel([question, last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-last']);
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

test.each([
  ['all', false],
  ['all', true],
  ['first', false],
  ['first', true],
])('a form of several fields that shows %s errors; one has a condition: %s', (showErrors, isConditional) => {
  const why = {
    type: 'text',
    label: 'Why?',
    rules: [{ rule: 'required', message: 'Say why' }],
    when: 'default(grade, 5) < 2',
  };
  const form = {
    ...{ form: 'levels', showErrors, ...(showErrors === 'first' ? { errorTitle: 'Look' } : {}) },
    fields: {
      name: { type: 'text', label: 'Name', rules: [{ rule: 'required', message: 'Say it' }, rule] },
      grade: { type: 'rating', label: 'Grade', rules: [{ rule: 'required', message: 'Choose' }] },
      mail: { type: 'email', label: 'E-mail', pii: 'email', rules: [{ rule: 'email', message: 'No address' }] },
      ...(isConditional ? { why } : {}),
    },
  };
  const show = [{ type: 'form', submit: 'Next' }];
  const shown = {
    ...{ title: 'End', on: { again: { to: 'start' } } },
    show: [
      { type: 'text', title: 'End' },
      { type: 'actions', actions: [{ label: 'Again', send: 'again' }] },
    ],
  };
  const files = {
    'poll.flow.json': {
      ...{ flow: 'poll', page: 'frame', start: 'start' },
      steps: {
        start: { path: ['/poll'], title: 'A poll', form: 'levels', show, next: 'end' },
        end: shown,
      },
    },
    'levels.form.json': form,
  };
  const started = startOf(files);
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'end']);
  const submit = (values: Record<string, string>) =>
    takeEvent(
      table,
      startVisit(table),
      { type: 'SUBMIT', values: { ...(isConditional ? { why: '' } : {}), ...values } },
      tableRuntime,
    );
  const wrong = submit({ name: 'a', grade: '', mail: 'a@b' });
  const errors = [
    ['setError', 'name'],
    ['setError', 'grade'],
    ['setError', 'mail'],
  ];
  expect(wrong?.visit.errors).toEqual(showErrors === 'all' ? errors : errors.slice(0, 1));
  expect(wrong?.effects.map(({ kind }) => kind)).toEqual(showErrors === 'all' ? ['focus'] : ['toast', 'focus']);
  expect(submit({ name: ' Ana ', grade: '1', mail: '' })?.visit.errors).toEqual(
    isConditional ? [['setError', 'why']] : [],
  );
  expect(submit({ name: ' Ana ', grade: '5', mail: '' })?.visit).toMatchObject({
    state: 'end.ready',
    values: { name: 'Ana' },
  });
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

test.each([
  ['all', 'the last day behind the first one', ['from', 'until'], false],
  ['first', 'the last day behind the first one', ['from', 'until'], true],
  ['all', 'the last day before the first one', ['until', 'from'], true],
  ['first', 'the last day before the first one', ['until', 'from'], false],
])('two days that a rule compares, with %s errors, %s', (showErrors, _, order, required) => {
  const early = 'Too early';
  const needed = required ? [{ rule: 'required', message: 'Say it' }] : [];
  const notBefore = { rule: 'notBefore', field: 'from', message: early };
  const own: Readonly<Record<string, object>> = {
    from: { type: 'date', label: 'From', from: '2030-05-01', rules: needed },
    until: { type: 'date', label: 'Until', from: '2020-01-01', to: '2040-12-31', rules: [...needed, notBefore] },
  };
  const show = [{ type: 'form', submit: 'Next' }];
  const end = {
    ...{ title: 'End', on: { again: { to: 'start' } } },
    show: [
      { type: 'text', title: 'End' },
      { type: 'actions', actions: [{ label: 'Again', send: 'again' }] },
    ],
  };
  const started = startOf({
    'poll.flow.json': {
      ...{ flow: 'poll', page: 'frame', start: 'start' },
      steps: { start: { path: ['/poll'], title: 'A poll', form: 'stay', show, next: 'end' }, end },
    },
    'stay.form.json': {
      ...{ form: 'stay', showErrors, ...(showErrors === 'first' ? { errorTitle: 'Look' } : {}) },
      fields: Object.fromEntries(order.map((name) => [name, own[name]])),
    },
  });
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'end']);
  const submit = (from: string, until: string) =>
    takeEvent(table, startVisit(table), { type: 'SUBMIT', values: { from, until } }, tableRuntime)?.visit;
  expect(submit(' 2030-05-02 ', '2030-05-02 ')?.state).toBe('end.ready');
  const days = ['', ' 2030-05-02 ', '2030-05-02', '2030-05-03', '2030-02-30', '2041-01-01', 'x'];
  for (const from of days)
    for (const until of days) {
      const event = { type: 'SUBMIT', values: { from, until } } as const;
      const own = sendEvent(started, event, { at: 1, random: 0 }).session;
      expect(submit(from, until), `${from} to ${until}`).toMatchObject({
        state: stateOf(own),
        errors: Object.keys(own.snapshot.context.errors).map((name) => expect.arrayContaining(['setError', name])),
      });
    }
  expect(walkTable(started, table).taken).toBeGreaterThan(200);
});

test('a hidden field is in the table with its value, and any other value is the machine’s', () => {
  const started = startOf(funnel([questionOf('hidden'), last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (own: string) => takeEvent(table, given, { type: 'SUBMIT', values: { more: '5', own } })?.visit.state;
  expect(['newsletter', '', ' newsletter ', 'x'].map(after)).toEqual([
    'questions-last.ready',
    ...Array(3).fill(undefined),
  ]);
  expect(walkTable(started, table).taken).toBeGreaterThan(200);
});

test('a question with a hidden field that is skipped is emptied by the machine', () => {
  const first = { name: 'first', question: 'First?', type: 'yes-no' };
  const started = startOf(funnel([first, { ...questionOf('hidden'), when: "first == 'yes'" }, last]));
  const table = compileTable(started) as TransitionTable;
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (answer: string) =>
    takeEvent(table, given, { type: 'SUBMIT', values: { first: answer } }, tableRuntime)?.visit.state;
  expect(['yes', 'no'].map(after)).toEqual([expect.stringContaining('ready'), undefined]);
  expect(walkTable(started, table).taken).toBeGreaterThan(200);
});

const team = {
  own: { type: 'choice', label: 'A team?', required: 'Choose', options: offered('yes', 'no') },
  people: { type: 'number', label: 'How many?', min: 1, required: 'Count', when: "own == 'yes'" },
  lead: { type: 'text', label: 'Who leads?', required: 'Say it', rules: [rule], when: 'default(people, 0) >= 5' },
};
test.each<[what: string, after: string, fields: Record<string, object>]>([
  ['a choice, and a number of a hidden field', 'default(people, 0) > 6', team],
  [
    'a text and a mark',
    'box',
    {
      own: { type: 'text', label: 'Which?', rules: [rule] },
      box: { type: 'checkbox', label: 'Yes?', required: 'Accept', when: "own == 'Recife'" },
      more: { type: 'textarea', label: 'More?', when: "own != '' && !box" },
    },
  ],
  [
    'several options',
    'size(list) == 1',
    {
      own: { type: 'choices', label: 'Which?', options: offered('a', 'b', 'c') },
      www: { type: 'url', label: 'Where?', required: 'Say it', when: "'b' in own" },
      list: {
        type: 'choices',
        label: 'What else?',
        required: 'Choose',
        options: offered('d', 'e'),
        when: 'size(own) > 2',
      },
    },
  ],
  [
    'two days',
    "own == 'yes'",
    {
      own: { type: 'choice', label: 'A stay?', options: offered('yes', 'no') },
      stay: { type: 'date-range', label: 'When?', required: 'Say it', from: '2026-01-01', when: "own == 'yes'" },
    },
  ],
])('fields with conditions over those above them: %s', (_, when, fields) => {
  const after = { name: 'after', question: 'After?', type: 'yes-no', when };
  const started = startOf(funnel([{ question: 'And?', fields }, after, last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-after', 'questions-last']);
  expect(Object.values(table.states).flatMap(({ shown = {} }) => Object.keys(shown))).toEqual(
    Object.entries(fields).flatMap(([name, field]) =>
      'when' in field ? ('from' in field ? [name, `${name}_end`] : [name]) : [],
    ),
  );
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

const letter = (value: string, when?: string) => ({ value, label: value.toUpperCase(), ...(when && { when }) });
const level = { type: 'choice', label: 'Level?', options: offered('low', 'high') };
test.each<[what: string, after: string, fields: Record<string, object>]>([
  [
    'a choice',
    "own == 'b'",
    {
      level,
      own: {
        type: 'choice',
        label: 'Which?',
        required: 'Choose',
        options: [letter('a'), letter('b', "level == 'high'")],
      },
    },
  ],
  [
    'a list, by a number and a mark',
    "own == 'c'",
    {
      grade: { type: 'rating', label: 'Grade', max: 3 },
      box: { type: 'checkbox', label: 'Yes?' },
      own: {
        type: 'dropdown',
        label: 'Which?',
        options: [letter('a', 'default(grade, 0) > 1'), letter('b', 'default(grade, 0) > 1'), letter('c', '!box')],
      },
    },
  ],
  [
    'several options, of which no two are offered together',
    'size(own) > 1',
    {
      level,
      own: {
        ...{ type: 'choices', label: 'Which?', min: 1, max: 2, required: 'Choose' },
        options: [
          ...[letter('a'), letter('b', "level == 'low'"), letter('c', "level == 'high'"), letter('d', "level != ''")],
          { ...letter('none', "level == ''"), exclusive: true },
        ],
      },
    },
  ],
  [
    'a choice that a hidden one decides, which reads one with conditions',
    "last_one == 'z'",
    {
      level,
      own: { type: 'choice', label: 'Which?', options: [letter('a'), letter('b', "level == 'high'")] },
      next: {
        type: 'choice',
        label: 'And?',
        required: 'Choose',
        options: [letter('x'), letter('y')],
        when: "own == 'b'",
      },
      last_one: {
        ...{ type: 'choice', label: 'Then?', required: 'Choose', when: "level != 'low'" },
        options: [letter('w'), letter('z', "next == 'y'")],
      },
    },
  ],
])('options with conditions over the fields above: %s', (_, when, fields) => {
  const after = { name: 'after', question: 'After?', type: 'yes-no', when };
  const started = startOf(funnel([{ question: 'And?', fields }, after, last]));
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-after', 'questions-last']);
  expect(walkTable(started, table).taken).toBeGreaterThan(500);
});

test('an option that is not offered is the machine’s, and the others are judged', () => {
  const own = {
    type: 'choice',
    label: 'Which?',
    required: 'Choose',
    options: [letter('a'), letter('b', "level == 'high'")],
  };
  const table = compileTable(startOf(funnel([{ question: 'And?', fields: { level, own } }, last]))) as TransitionTable;
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (values: Record<string, string>) =>
    takeEvent(table, given, { type: 'SUBMIT', values }, tableRuntime)?.visit.state;
  expect(after({ level: 'high', own: 'b' })).toBe('questions-last.ready');
  expect(after({ level: 'low', own: 'a' })).toBe('questions-last.ready');
  expect(after({ level: 'low', own: '' })).toBe('questions.ready');
  expect(after({ level: 'low', own: 'b' })).toBeUndefined();
});

test('a field that its condition hides is neither judged nor stored', () => {
  const table = compileTable(startOf(funnel([{ question: 'And?', fields: team }, last]))) as TransitionTable;
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (values: Record<string, string>) =>
    takeEvent(table, given, { type: 'SUBMIT', values }, tableRuntime)?.visit;
  expect(after({ own: 'no', people: '7', lead: 'x' })).toMatchObject({
    ...{ state: 'questions-last.ready', errors: [] },
    values: { own: 'no', people: '', lead: '' },
  });
  expect(after({ own: 'yes', people: ' 7 ', lead: 'x' })).toMatchObject({
    ...{ state: 'questions.ready', errors: [['setError', 'lead']] },
    values: { own: 'yes', people: ' 7 ', lead: 'x' },
  });
});

test.each([
  ['a function of texts', "lower(one) == 'a'"],
  ['a text that is never entered', "one == 'x' && one == 'y'"],
])('a form with a condition that needs %s is shown, and judged by the machine', (_, when) => {
  const fields = {
    own: { type: 'rating', label: 'Which?' },
    one: { type: 'text', label: 'One?' },
    more: { type: 'text', label: 'More?', when },
  };
  const table = tableOf(funnel([...plain, { question: 'And?', fields }, last], { results }));
  expect(shownIn(table)).toHaveLength(1);
  expect(screensIn(table)).toEqual(['start', 'questions.q1', 'questions.q2', ...shownIn(table)]);
});

const writing = [
  { value: 'a', label: 'A' },
  { value: 'other', label: 'Other', write: 'Which?' },
];
test.each(['choice', 'choices', 'dropdown'])('an option of type %s with a text of its own is in the table', (type) => {
  const asked = { name: 'own', question: 'Which?', type, options: writing, required: 'Choose' };
  const started = startOf(
    funnel([asked, { name: 'more', question: 'More?', type: 'yes-no', when: "own_other == 'Ana'" }, last]),
  );
  const table = compileTable(started) as TransitionTable;
  expect(screensIn(table)).toEqual(['start', 'questions', 'questions-more', 'questions-last']);
  const given = { ...startVisit(table), state: 'questions.ready' };
  const after = (value: string, own_other: string) => {
    const own = type === 'choices' ? [value] : value;
    return takeEvent(table, given, { type: 'SUBMIT', values: { own, own_other } }, tableRuntime)?.visit;
  };
  expect(after('other', '')).toMatchObject({ state: 'questions.ready', errors: [['setError', 'own_other']] });
  expect(after('other', ' Ana ')).toMatchObject({ state: 'questions-more.ready', values: { own_other: 'Ana' } });
  expect(after('a', 'x')).toMatchObject({ state: 'questions-last.ready', values: { own_other: '' } });
  expect(walkTable(started, table).taken).toBeGreaterThan(200);
});

const ending = fieldTypes.filter(
  (type) => !['computed', 'hidden'].includes(type) && ![...chosen, ...typed, ...grouped].includes(type),
);

test.each(ending)('a question of type %s is shown, and answered with the machine', (type) => {
  const started = startOf(funnel([...plain, questionOf(type), last], { results }));
  const table = compileTable(started) as TransitionTable;
  const [shown = ''] = shownIn(table);
  expect(screensIn(table)).toEqual(['start', 'questions.q1', 'questions.q2', shown]);
  expect(Object.values(table.states).map((state) => state.last ?? false)).toEqual([false, false, false, true]);
  const here = { ...startVisit(table), state: `${shown}.ready` };
  const events = [
    { type: 'SUBMIT', values: {} },
    { type: 'INPUT', field: 'own', value: 'a' },
    { type: 'on', name: 'back' },
  ] as const;
  for (const event of events) expect(takeEvent(table, here, event, tableRuntime)).toBeNull();
  expect(takeEvent(table, here, { type: 'GO', screen: 'questions.q1' }, tableRuntime)?.visit.state).toBe(
    'questions.q1',
  );
  expect(walkTable(started, table).taken).toBeGreaterThan(200);
});

test('a form is not shown if another one asks for the same', () => {
  const show = [{ type: 'form', submit: 'Next' }];
  const form = (id: string, name: string) => ({
    [`${id}.form.json`]: { form: id, fields: { [name]: { type: 'signature', label: 'Sign' } } },
  });
  const begin = [{ type: 'actions', actions: [{ label: 'Go on', send: 'go' }] }];
  const flow = {
    ...{ flow: 'poll', page: 'frame', start: 'start' },
    steps: {
      start: { path: ['/poll'], title: 'A poll', show: begin, on: { go: { to: 'ask' } } },
      ask: { title: 'Ask', form: 'first', show, next: 'again' },
      again: { title: 'Again', form: 'second', show, next: 'done' },
      done: { title: 'Done', show: [{ type: 'text', title: 'Done' }], final: true },
    },
  };
  const shows = (name: string) =>
    shownIn(tableOf({ 'poll.flow.json': flow, ...form('first', 'signature'), ...form('second', name) }));
  expect(shows('other')).toEqual(['ask']);
  expect(shows('signature')).toEqual([]);
});

/** Steps of a flow between its first screen and a question. */
const steps = {
  start: {
    ...{ path: ['/poll'], title: 'A poll' },
    show: [{ type: 'actions', actions: [{ label: 'Go on', send: 'go' }] }],
    on: { go: { delay: '1s', to: 'levels', track: { name: 'Begin' } } },
  },
  levels: { call: 'levels', title: 'Levels', next: 'done' },
  done: { title: 'Done', show: [{ type: 'text', title: 'Done' }], final: true },
};

test('texts, fixed delays after a press, conditions over answers and the questions of a called flow are in the table', () => {
  const files = {
    'poll.flow.json': { flow: 'poll', page: 'frame', start: 'start', steps },
    'levels.flow.json': {
      ...{ flow: 'levels', start: 'ask', returns: { total: 'sum(answers)' } },
      data: { answers: { type: 'list', of: 'number', length: 2 } },
      questions: { levels: { saveAs: 'answers', items: plain.map((each, index) => ({ id: `q${index}`, ...each })) } },
      steps: {
        ask: {
          ...{ ask: 'levels', title: 'Levels', next: 'which', onEmpty: { toast: 'Choose' } },
          show: [{ type: 'question', next: 'Next', previous: 'Back', finish: 'Next' }],
        },
        which: {
          branch: [{ when: 'percent(sum(answers), 20) >= 50 && size(answers) == 2', to: 'high' }, { to: 'end' }],
        },
        high: {
          ...{ title: 'High', on: { go: { to: 'end' } } },
          show: [
            { type: 'text', title: 'High' },
            { type: 'actions', actions: [{ label: 'Go on', send: 'go' }] },
          ],
        },
      },
    },
  };
  const table = tableOf(files);
  expect([...new Set(screensIn(table))].sort()).toEqual(['levels-high', 'levels.q0', 'levels.q1', 'start']);
  expect(Object.values(table?.states ?? {}).filter(({ after }) => after !== undefined)).toHaveLength(1);
  // The last screen of a visit is that of the machine.
  expect(Object.entries(table?.states ?? {}).flatMap(([state, { last }]) => (last ? [state] : [])).length).toBe(2);
});
