import { describe, expect, test } from 'vitest';
import { baseEdited, baseWith, load } from './fixtures.ts';

const problemsIn = (files: readonly { path: string; text: string }[]) =>
  load(files).problems.map(({ code, message, hint }) => `${code}: ${message} ${hint ?? ''}`);
const page = (body: string) =>
  problemsIn(baseWith({ 'about.page.yaml': `page: about\npaths: [/about]\nblocks:\n${body}` }));

describe('one mistake gives one error with its hint', () => {
  test('for an unknown block type', () => {
    expect(page('  - { type: heroo, title: x, foo: 1 }\n')).toEqual([
      'shape-unknown-block: There is no block of type heroo. Did you mean hero?',
    ]);
  });
  test('for a block without a type', () => {
    expect(page('  - { title: x }\n')).toEqual(['shape-missing-key: A block needs the key type. Add type:']);
  });
  test('for a misspelt required key', () => {
    expect(page('  - { type: hero, titel: x }\n')).toEqual([
      'shape-unknown-key: A hero block has no key titel. Did you mean title?',
    ]);
  });
  test('for a union', () => {
    expect(problemsIn(baseEdited('quiz.flow.yaml', 'of: number', 'of: 3'))).toHaveLength(1);
  });
  test('for a block that is not a mapping', () => {
    expect(page('  - text\n')).toEqual([
      'shape-wrong-type: This should be a record (keys with values), but it is a text. One typed piece of a page.',
    ]);
  });
  test('for a key without a value', () => {
    expect(
      problemsIn(
        baseEdited(
          'quiz.flow.yaml',
          "  weakest:\n    lowest: { FIRST: 'answers[0]', SECOND: 'answers[1]' }\n",
          '  weakest:\n',
        ),
      )[0],
    ).toContain('it is empty');
  });
  test('for an invalid name', () => {
    expect(problemsIn(baseEdited('contact.form.yaml', '  plan:', '  my plan:'))[0]).toContain(
      'my plan has the wrong format.',
    );
  });
});

test('an unreadable file does not make its names unknown elsewhere', () => {
  const broken = load(baseEdited('contact.form.yaml', 'type: email', 'type: emial'));
  expect(broken.problems.map((problem) => problem.code)).toEqual(['shape-not-one-of']);
  const flow = load(baseEdited('quiz.flow.yaml', 'start: intro', 'strat: intro'));
  expect(flow.problems.map((problem) => problem.code)).toEqual(['shape-unknown-key']);
});

test.each([
  ['about.pgae.yaml', 'Did you mean about.page.yaml?'],
  ['about.yaml', 'Name it <id>.page.yaml'],
  ['sub/site.yaml', 'Did you mean site.yaml at the root?'],
  ['about.pgae.yml', 'Did you mean about.page.yml?'],
  ['sub/site.yml', 'Did you mean site.yml at the root?'],
])('%s', (path, hint) => {
  const [problem] = load(baseWith({ [path]: 'page: about\nblocks: []\n' })).problems;
  expect(problem).toMatchObject({ code: 'file-unknown' });
  expect(problem?.hint).toContain(hint);
});

test('a file with more than fifty mistakes is probably of another kind: the others are left out', () => {
  const keys = Array.from({ length: 60 }, (_, index) => `key${index}: 1\n`).join('');
  const { problems } = load(baseWith({ 'about.page.yaml': `page: about\nblocks: []\n${keys}` }));
  expect(problems.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, index) => index + 3));
});
