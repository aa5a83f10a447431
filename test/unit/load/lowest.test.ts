/** Names of `lowest` that no answers lead to, and what conditions say of scores. */
import { describe, expect, test } from 'vitest';
import { base, baseWith, load } from './fixtures.ts';

const quiz = base.find(({ path }) => path === 'quiz.flow.yaml')?.text ?? '';
const saidOf = (...edits: readonly (readonly [string, string])[]): string[] => {
  const text = edits.reduce((before, [from, to]) => {
    expect(before).toContain(from);
    return before.replace(from, to);
  }, quiz);
  return load(baseWith({ 'quiz.flow.yaml': text })).problems.map(
    ({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`,
  );
};
const lowest = (numbers: string) => ["FIRST: 'answers[0]', SECOND: 'answers[1]'", numbers] as const;

describe('lowest', () => {
  test('each name has its answers', () => expect(saidOf()).toEqual([]));

  test('a number that is always above another', () =>
    expect(saidOf(lowest("FIRST: 'answers[0]', SECOND: 'answers[1] + 10'"))).toEqual([
      '18:44 lowest-never: No answers lead to SECOND, so no visitor sees it. `answers[1] + 10 < answers[0]` is never true: `answers[1]` is one of 0, 10 and `answers[0]` is one of 0, 10.',
    ]));

  test('a tie is the first one', () => {
    expect(saidOf(lowest("FIRST: 'answers[0] * 0', SECOND: 'answers[1]'"))[0]).toMatch(/lowest-never: .* to SECOND,/);
    expect(saidOf(lowest("FIRST: 'answers[1]', SECOND: 'answers[0] * 0'"))).toEqual([]);
  });

  test('a constant', () =>
    expect(saidOf(lowest("FIRST: 'answers[0]', SECOND: '11'"))[0]).toMatch(/lowest-never: .* to SECOND,/));
});

describe('typed answers', () => {
  const funnel = (results: string) => `funnel: level
title: Level
score: points
questions:
${'abcdefghijkl'
  .split('')
  .map((name) => `  - { name: ${name}, question: The ${name}?, type: yes-no, required: true, points: 5 }\n`)
  .join('')}fields: { mail: email }
results:
${results}  low: { title: Low, text: The text }
`;
  const codesOf = (results: string) =>
    load(baseWith({ 'level.funnel.yaml': funnel(results) })).problems.map(
      ({ line, code, message }) => `${line} ${code}: ${message}`,
    );

  test('a result that no answers give', () => {
    expect(codesOf('  high: { from: 60, title: High, text: The text }\n')).toEqual([]);
    expect(codesOf('  high: { from: 61, title: High, text: The text }\n')).toEqual([
      '19 band-unanswered: No set of answers leads to high, so no visitor sees it.',
    ]);
  });

  test('a condition on a score that no answers give', () =>
    expect(codesOf('  high: { when: score > 57 && score < 60, title: High, text: The text }\n')[0]).toMatch(
      /^19 lowest-never: .* `score > 57` and `score < 60` are never true together: `score` is one of 13 numbers from 0 to 60/,
    ));
});
