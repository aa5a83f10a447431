/** The corrections that an author reads: of one name or several, of near names and renamed ones. */
import { describe, expect, test } from 'vitest';
import { problem } from '../../../engine/expressions/problems.ts';

const span = { offset: 3, length: 5 };
const known = ['score', 'plan'];
/** The hint and the correction of a problem. */
const advice = (found: ReturnType<typeof problem>) => [found.hint, found.fix];

test('a problem has its place, and a hint or a correction only where there is one', () => {
  expect(problem('expression-unexpected', span, 'a', 'b')).toStrictEqual({
    ...{ code: 'expression-unexpected', message: 'Expected b, but found a.', offset: 3, length: 5 },
  });
});

describe('a name that does not exist', () => {
  const fix = { was: 'scoer', now: 'score' };
  test.each([
    ['expression-unknown-name', 'Available here: score, plan.', 'No values are available here.'],
    ['expression-unknown-field', 'Its fields: score, plan.', 'It has no fields.'],
    ['expression-unknown-function', 'Known functions: score, plan.', 'Known functions: .'],
  ] as const)('%s is corrected, or the others are listed', (code, others, none) => {
    expect(advice(problem(code, span, 'scoer', 'score', known))).toEqual(['Did you mean score?', fix]);
    expect(advice(problem(code, span, 'zzz', undefined, known))).toEqual([others, undefined]);
    expect(advice(problem(code, span, 'zzz', undefined, []))).toEqual([none, undefined]);
    // Two are equally near.
    expect(advice(problem(code, span, 'scor', 'score', ['score', 'scoer']))).toEqual([
      'Did you mean score?',
      undefined,
    ]);
  });

  test('and did once is rewritten by the command, not corrected', () => {
    const renamed = problem('expression-unknown-name', span, 'events', 'event', ['event']);
    expect(renamed.hint).toBe('`events` is now `calendar`. `npx funnel migrate funnels` rewrites it.');
    expect(renamed.fix).toBeUndefined();
    expect(problem('expression-unknown-name', span, 'toString', undefined, ['a']).hint).toBe('Available here: a.');
  });
});

test('a value that may be missing is checked by its path, with the reason if there is one', () => {
  const check = 'Check it first: default(…, …).';
  const provide = ' Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).';
  const of = (path: string | undefined, why?: string) => {
    const { message, hint } = problem('expression-maybe-null', span, path, why);
    return [message, hint];
  };
  expect(of(undefined)).toEqual(['This may be null.', check]);
  expect(of(undefined, 'why')).toEqual(['This may be missing here: why.', `${check}${provide}`]);
  expect(of('a.b')).toEqual(['a.b may be null.', 'Check it first: a.b != null && …, or default(a.b, …).']);
  const empty = (path: string | undefined) => {
    const { message, hint } = problem('expression-maybe-empty', span, path, 'why');
    return [message, hint];
  };
  expect(empty('a')).toEqual(['a may still be empty here: why.', "Write what to show until then: a != '' ? … : …."]);
  expect(empty(undefined)).toEqual([
    'This may still be empty here: why.',
    "Write what to show until then: … != '' ? … : ….",
  ]);
});

test('one and several are counted as such', () => {
  const messages = (one: ReturnType<typeof problem>, two: ReturnType<typeof problem>) => [one.message, two.message];
  expect(
    messages(
      problem('expression-wrong-count', span, 'size', 'size(value)', 1),
      problem('expression-wrong-count', span, 'size', 'size(value)', 2),
    ),
  ).toEqual(['size is called with 1 value.', 'size is called with 2 values.']);
  expect(messages(problem('expression-out-of-range', span, 1), problem('expression-out-of-range', span, 2))).toEqual([
    'The list has only 1 element, numbered from 0.',
    'The list has only 2 elements, numbered from 0.',
  ]);
  expect(advice(problem('expression-out-of-range', span, 1))).toEqual(['The last is [0].', undefined]);
  expect(advice(problem('expression-out-of-range', span, 0))).toEqual([undefined, undefined]);
});

test('a record without the required fields shows those that it has', () => {
  const hint = (...found: string[]) => problem('expression-missing-fields', span, ['a', 'b'], found).hint;
  expect([hint('c', 'd'), hint()]).toEqual(['It has c, d.', 'It has no fields.']);
});
