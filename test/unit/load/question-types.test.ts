/** Every type of field as a question: in a funnel of one file, in a flow, alone on its screen and beside another. */
import { describe, expect, test } from 'vitest';
import type { FormDefinition } from '../../../engine/forms/types.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { screenOf } from '../../../engine/session/session.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import type { FieldType } from '../../../schemas/generated/types.ts';
import { fieldTypes } from '../../../schemas/vocabulary.ts';
import { loadExtensions } from '../../../server/extensions/load.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { exampleOf } from '../../harness/random-form.ts';
import { baseWith, load, loadOptions } from './fixtures.ts';

const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];
const rules = [{ rule: 'minLength', length: 2, message: 'More.' }];

/** What a question of a type has, beside its name, its text and its type. Another type is as in its example. */
const keysOf: { readonly [Type in FieldType]?: object } = {
  text: { rules },
  email: {},
  tel: {},
  url: {},
  textarea: { rules },
  number: { min: 1 },
  currency: {},
  slider: { max: 10 },
  date: {},
  'date-range': { ends: ['Out', 'Back'] },
  time: {},
  checkbox: { label: 'Yes' },
  choice: { options: [options[0], { value: 'b', label: 'B', write: 'Which?' }] },
  dropdown: { options },
  country: {},
  choices: { options: [options[0], { value: 'b', label: 'B', write: 'Which?' }] },
  ranking: { options },
  matrix: { options, rows: { speed: 'Speed', price: 'Price' } },
  'yes-no': {},
  scale: {},
  rating: {},
  nps: {},
  address: { parts: { postalCode: { label: 'ZIP', maxLength: 9 }, city: {} } },
  contact: {},
  signature: { pii: 'text' },
};
/** The types that a visitor answers. A group that repeats is one of several fields on a screen (`repeats.full.test.ts`). */
const types = fieldTypes
  .filter((type) => !['hidden', 'computed', 'repeat'].includes(type))
  .map((type): [FieldType, object] => {
    const { type: _type, label: _label, ...keys } = exampleOf(type);
    return [type, keysOf[type] ?? keys];
  });

const conditional = { name: 'first', question: 'First?', type: 'yes-no' };
const last = { name: 'last', question: 'Last?', type: 'yes-no' };
const funnelOf = (asked: readonly object[]) => ({
  path: 'poll.funnel.json',
  text: JSON.stringify({ funnel: 'poll', title: 'A poll', description: 'x'.repeat(130), questions: asked }, null, 1),
});
const loaded = (...asked: readonly object[]) => {
  const { path, text } = funnelOf(asked);
  return load(baseWith({ [path]: text }));
};
const codes = (...asked: readonly object[]) => loaded(...asked).problems.map(({ code }) => code);
const labelsOf = (form: FormDefinition | undefined) => form?.fields.map(({ name, label }) => [name, label]);

describe.each(types)('%s', (type, keys) => {
  const question = { name: 'ask', question: 'What?', type, required: true, ...keys };

  test('is a question of a funnel, also with a condition, and walks reach its end', () => {
    const { site, problems } = loaded(conditional, { ...question, when: "first == 'yes'" }, last);
    expect(problems).toEqual([]);
    const { missed, errors, unfilled } = findFlowPaths(compiledFlow(site as never, 'poll'));
    expect([missed, errors, unfilled]).toEqual([[], [], []]);
  });

  test('is a question of a flow, and one of several on a screen', () => {
    const { name: _, question: label, ...field } = question;
    const flow = {
      ...{ flow: 'poll', page: 'frame', start: 'ask' },
      questions: {
        all: {
          items: [
            question,
            { question: 'Both?', fields: { one: { label, ...field }, two: { type: 'yes-no', label: 'Two' } } },
          ],
        },
      },
      steps: {
        ask: {
          ...{ path: ['/poll'], title: 'A poll', ask: 'all', next: 'end' },
          show: [{ type: 'question', next: 'Next', previous: 'Back', finish: 'Finish' }],
        },
        end: { show: [{ type: 'text', title: 'End' }], final: true },
      },
    };
    const { site, problems } = load(baseWith({ 'poll.flow.json': JSON.stringify(flow) }));
    const known = ['field-unposted', 'field-personal'];
    expect(problems.filter(({ code }) => !known.includes(code))).toEqual([]);
    if (site !== undefined && site !== null)
      expect(findFlowPaths(compiledFlow(site as never, 'poll')).missed).toEqual([]);
  });
});

test('the parts of a question are labelled without it, and by it in the record of all answers', () => {
  const where = {
    name: 'home',
    question: 'Where?',
    type: 'address',
    parts: { city: {}, postalCode: { label: 'ZIP' } },
  };
  const when = { name: 'trip', question: 'When?', type: 'date-range', ends: ['Out', 'Back'] };
  const phone = { name: 'phone', question: 'Your number?', type: 'tel', countries: 'any' };
  const { site } = loaded(where, when, phone, last);
  expect(labelsOf(site?.forms['poll-questions-home'])).toEqual([
    ['home_city', 'City'],
    ['home_postalCode', 'ZIP'],
  ]);
  expect(labelsOf(site?.forms['poll-questions-trip'])).toEqual([
    ['trip', 'Out'],
    ['trip_end', 'Back'],
  ]);
  expect(labelsOf(site?.forms['poll-questions-phone'])).toEqual([
    ['phone_country', 'Country'],
    ['phone', 'Phone'],
  ]);
  expect(labelsOf(site?.forms['poll-questions'])).toMatchObject([
    ['home_city', 'Where?: city'],
    ['home_postalCode', 'ZIP'],
    ['trip', 'When?: Out'],
    ['trip_end', 'When?: Back'],
    ['phone_country', 'Your number?: country'],
    ['phone', 'Your number?'],
    ['last', 'Last?'],
  ]);
});

test('an option with a text of its own, in a question with a condition', () => {
  const asked = { name: 'ask', question: 'What?', type: 'choice', when: "first == 'yes'", ...keysOf.choice };
  const { site, problems } = loaded(conditional, asked, last);
  expect(problems).toEqual([]);
  expect(site?.forms['poll-questions']?.fields.find(({ name }) => name === 'ask_other')?.when).toEqual([
    '&&',
    ['==', ['$', 'first'], 'yes'],
    ['==', ['$', 'ask'], 'b'],
  ]);
});

test('the points of a matrix are those of its rows', () => {
  const scored = [{ value: 'a', label: 'A', points: 3 }, options[1]];
  const grid = { name: 'grid', question: 'How?', type: 'matrix', options: scored, rows: { x: 'X', y: 'Y' } };
  const results = { good: { from: 50, title: 'Good', text: 'Good.' }, bad: { title: 'Bad', text: 'Bad.' } };
  const text = JSON.stringify({ ...JSON.parse(funnelOf([grid, last]).text), results });
  const { site, problems } = load(baseWith({ 'poll.funnel.json': text }));
  expect(problems).toEqual([]);
  expect(JSON.stringify(site?.flows['poll']?.computed)).toMatch(/"grid_x".*"grid_y".*,6\]/);
});

test('two answers under one name', () => {
  const other = { name: 'ask_city', question: 'City?', type: 'yes-no' };
  const asked = { name: 'ask', question: 'What?', type: 'address' };
  expect(loaded(asked, other, last).problems.map(({ code, message, line }) => [code, message, line])).toContainEqual([
    'field-options',
    expect.stringContaining('The part city of ask is stored as ask_city.'),
    11,
  ]);
  expect(
    codes(
      {
        question: 'Both?',
        fields: { stay: { type: 'date-range', label: 'S' }, stay_end: { type: 'text', label: 'E', rules } },
      },
      last,
    ),
  ).toContain('field-options');
});

test('a type of the site itself is a question, alone and beside others', async () => {
  const plate = `import { defineField } from 'funnel-engine/extensions';
export default defineField({ description: 'A plate.', field: { type: 'text', label: 'Plate', maxLength: 7, rules: [{ rule: 'minLength', length: 7, message: 'Seven.' }] } });
`;
  const extensions = await loadExtensions([{ path: '../extensions/fields/plate.ts', text: plate }]);
  const asked = [
    { name: 'one', question: 'Which plate?', type: 'plate' },
    { question: 'Both?', fields: { two: { type: 'plate' }, three: { type: 'yes-no', label: 'Three' } } },
    last,
  ];
  const { site, problems } = loadSite([...baseWith({}), funnelOf(asked)], { ...loadOptions(), extensions });
  expect(problems).toEqual([]);
  expect(site?.forms['poll-questions-one']?.fields).toMatchObject([
    { type: 'text', label: 'Which plate?', maxLength: 7 },
  ]);
  expect(labelsOf(site?.forms['poll-questions-two'])).toEqual([
    ['two', 'Plate'],
    ['three', 'Three'],
  ]);
});

describe('a question that leads to a later one', () => {
  const start = {
    name: 'goals',
    question: 'Goals?',
    type: 'choices',
    options: [
      { value: 'seo', label: 'SEO' },
      { value: 'ads', label: 'Ads' },
    ],
    next: [
      { when: "'seo' in goals && size(goals) == 1", to: 'pages' },
      { when: 'goals == []', to: 'end' },
    ],
  };
  const budget = {
    ...{ name: 'budget', question: 'Budget?', type: 'number', min: 0, required: true },
    next: [{ when: 'default(budget, 0) < 100', to: 'city' }],
  };
  const pages = { name: 'pages', question: 'Pages?', type: 'number', when: "'seo' in goals" };
  const city = { name: 'city', question: 'City?', type: 'text', rules };
  const fields = { email: 'email' };
  const jumping = (...asked: readonly object[]) => {
    const { path, text } = funnelOf(asked);
    return load(baseWith({ [path]: JSON.stringify({ ...JSON.parse(text), fields }) }));
  };
  /** The screens of a visit with these answers, and what it sends. */
  async function visit(...answers: readonly object[]) {
    const { site, problems } = jumping(start, budget, pages, city);
    expect(problems).toEqual([]);
    const driver = await driveEngine(compiledFlow(site as never, 'poll'), startAt(), async () => ({ output: {} }));
    await driver.press('begin');
    const seen: string[] = [];
    for (const values of answers) {
      seen.push(screenOf(driver.session).id);
      await driver.send({ type: 'SUBMIT', values: values as never });
    }
    const [call] = driver.effects.filter((effect) => effect.kind === 'call');
    return { seen, sent: call?.payload as Record<string, unknown> };
  }

  test.each<[string, readonly object[], readonly string[], object]>([
    [
      'by a list',
      [{ goals: ['seo'] }, { pages: '7' }, { city: 'Rome' }],
      ['pages', 'city'],
      { pages: 7, city: 'Rome' },
    ],
    [
      'by a number',
      [{ goals: ['seo', 'ads'] }, { budget: '50' }, { city: 'Rome' }],
      ['budget', 'city'],
      { budget: 50, city: 'Rome' },
    ],
    [
      'by nothing',
      [{ goals: ['seo', 'ads'] }, { budget: '500' }, { pages: '7' }, { city: 'Rome' }],
      ['budget', 'pages', 'city'],
      { budget: 500, pages: 7, city: 'Rome' },
    ],
    ['to the end', [{ goals: [] }], [], {}],
  ])('%s', async (_, answers, screens, stored) => {
    const { seen, sent } = await visit(...answers, { email: 'ana@example.com' });
    expect(seen).toEqual(['questions', ...screens.map((screen) => `questions-${screen}`), 'form']);
    const { email: _email, goals: _goals, ...others } = sent;
    expect(others).toMatchObject(stored);
    expect(Object.keys(others).filter((name) => ['budget', 'pages', 'city'].includes(name))).toEqual(
      Object.keys(stored),
    );
  });

  test('is walked in all ways', () => {
    const { site } = jumping(start, budget, pages, city);
    const { goals, missed, errors } = findFlowPaths(compiledFlow(site as never, 'poll'));
    expect(goals.filter(({ status }) => status !== 'reached')).toEqual([]);
    expect([missed, errors]).toEqual([[], []]);
  });

  test.each<[string, readonly object[], string]>([
    ['a question above', [city, { ...budget, next: [{ to: 'city' }] }, pages], 'No question below is called city.'],
    ['no question', [{ ...budget, next: [{ to: 'town' }] }, city], 'No question below is called town.'],
    [
      'the end, where the last one sends the answers',
      [{ ...start, next: [{ to: 'end' }] }, city],
      'The last question sends all answers',
    ],
    [
      'two, of which the first is always taken',
      [{ ...budget, next: [{ to: 'city' }, { to: 'last' }] }, city],
      'The ways after this one are never taken',
    ],
  ])('cannot lead to %s', (_, asked, message) => {
    expect(loaded(...asked, last).problems).toContainEqual(
      expect.objectContaining({ code: 'question-shape', message: expect.stringContaining(message) }),
    );
  });

  test('reports a mistaken condition at the way', () => {
    const wrong = { ...budget, next: [{ when: 'default(budgets, 0) < 100', to: 'last' }] };
    const { problems } = loaded(wrong, city, last);
    const { text } = funnelOf([wrong, city, last]);
    const line = text.split('\n').findIndex((each) => each.includes('budgets')) + 1;
    expect([...new Set(problems.map((each) => `${each.code} ${each.line}`))]).toEqual([
      `expression-unknown-name ${line}`,
    ]);
  });
});
