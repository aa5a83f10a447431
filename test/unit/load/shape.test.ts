import { describe, expect, test } from 'vitest';
import { baseEdited, baseWith, load } from './fixtures.ts';

const problemsIn = (files: readonly { path: string; text: string }[]) =>
  load(files).problems.map(({ code, message, hint }) => `${code}: ${message} ${hint ?? ''}`);

describe('one mistake gives one error with its hint', () => {
  test('for a union', () => {
    expect(problemsIn(baseEdited('quiz.flow.yaml', 'of: number', 'of: 3'))).toHaveLength(1);
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
