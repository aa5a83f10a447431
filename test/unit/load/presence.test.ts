import { describe, expect, test } from 'vitest';
import { base, baseEdited, baseWith, load } from './fixtures.ts';

const flow = base.find(({ path }) => path === 'quiz.flow.yaml')?.text ?? '';

type Edit = readonly [from: string, to: string];

/** The problems of the base site after edits of its flow. */
function problemsWith(...edits: readonly Edit[]) {
  let text = flow;
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new RangeError(`quiz.flow.yaml has no ${from}`);
    text = text.replace(from, () => to);
  }
  return load(baseWith({ 'quiz.flow.yaml': text })).problems;
}
const codesWith = (...edits: readonly Edit[]) => problemsWith(...edits).map(({ code }) => code);

const inResult = 'title: "Your level: {{ level != null ? texts.levels[level].name : \'unknown\' }}"';

describe('a value missing from one of the ways into a step is an error at its line', () => {
  test('in the title of the first step', () => {
    const [problem, ...others] = problemsWith([
      '    path: [/]\n',
      "    path: [/]\n    title: '{{ texts.levels[level].name }}'\n",
    ]);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'expression-maybe-null',
      message:
        'level may be missing here: it is computed from answers, and the step intro can be opened by its address, /.',
    });
    expect(flow.split('\n').indexOf('    path: [/]') + 2).toBe(problem?.line);
  });
  test.each([
    ['a computed value of a step with an address', inResult, "title: '{{ score }}'"],
    [
      'a value that is loaded only after the title is shown',
      'path: [/result]',
      "path: [/result]\n    title: '{{ found.score }}'",
    ],
    [
      'a loaded value of a step without its load',
      '    fetch:\n      calls:\n        - { get: /api/lead, saveAs: { found: reply } }\n      onError: { alert: Not found. }\n    show:\n      - type: text\n',
      "    show:\n      - { type: text, title: '{{ found.score }}' }\n      - type: text\n",
    ],
    [
      'a value of a call that may fail in silence',
      'saveAs: { found: reply } }',
      'saveAs: { found: reply }, continueOnError: true }\n        - { get: /api/lead, with: { uid: "found.score > 0 ? uid : uid" } }',
    ],
    [
      'a value that is drawn when a visit starts, on a screen that is drawn before',
      'title: Welcome',
      "title: 'Hello {{ uid }}'",
    ],
    ['the time on such a screen', 'title: Welcome', "title: 'At {{ now }}'"],
    ['an answer in the questions', "caption: '{{ step }} of {{ steps }}'", "caption: '{{ answers[0] }}'"],
    [
      'the text of a visitor whom an address has lost',
      'fallback: { toast: Error, to: intro }',
      "fallback: { toast: '{{ score }}', to: intro }",
    ],
  ])('%s', (_, from, to) => {
    const codes = new Set(codesWith([from, to]));
    for (const code of ['step-unreachable', 'title-repeated', 'intake-uncalled']) codes.delete(code);
    expect([...codes]).toEqual(['expression-maybe-null']);
  });
  test('a reply without a call', () => {
    const codes = codesWith(
      ['- { label: Begin, send: begin }', '- { label: Begin, send: begin }\n          - { label: Skip, send: skip }'],
      ['begin: { to: quiz }', 'begin: { to: quiz }\n      skip: { to: away }'],
    );
    expect(codes).toEqual(['expression-maybe-null']);
  });
  test('a field that is not filled in', () => {
    expect(codesWith(['title: Welcome', "title: 'Hello {{ name }}'"])).toEqual(['expression-maybe-empty']);
    expect(
      codesWith(['- { type: form, submit: Send }', "- { type: form, title: 'So you are {{ name }}', submit: Send }"]),
    ).toEqual(['expression-maybe-empty']);
  });
  test('a value that an endpoint requires', () => {
    const [problem] = problemsWith(['answers: { missing: The answers are missing. }', 'uid: { missing: Who? }']);
    expect(problem).toMatchObject({
      code: 'call-value-missing',
      message:
        '/api/leads requires answers, which may be missing here: the step contact can be opened by its address, /contact.',
    });
  });
});

describe('a value that every way into a step provides needs no guard', () => {
  test.each([
    [
      'carried in the address',
      '- { type: form, submit: Send }',
      "- { type: form, title: '{{ texts.levels[level].name }}', submit: Send }",
    ],
    ['submitted before', '  pause:\n', "  pause:\n    show: [{ type: text, title: 'Thank you, {{ name }}' }]\n"],
    ['loaded before it is shown', inResult, "title: '{{ found.score }}'"],
    ['guarded', 'title: Welcome', "title: \"{{ score != null ? 'You have ' : 'Welcome' }}\""],
    ['with a value in its place', 'title: Welcome', "title: '{{ default(score, 0) }}'"],
    ['a field with words in its place', 'title: Welcome', "title: \"{{ name != '' ? name : 'You' }}\""],
    ['a field with a default', 'title: Welcome', "title: '{{ plan }}'"],
    [
      'drawn for a visit by then',
      "talk: { openTab: '{{ facts.chat }}'",
      "talk: { openTab: '{{ facts.chat }}/{{ uid }}'",
    ],
  ])('%s', (_, from, to) => {
    expect(codesWith([from, to])).toEqual([]);
  });
});

describe('a reply has the type of its intake’s response', () => {
  const renamed = (from: string, to: string) => load(baseEdited('quiz.api.yaml', from, to)).problems;
  test('renaming a value that a flow reads is reported', () => {
    expect(
      renamed('response: { score: score, mail: email }', 'response: { points: score, mail: email }'),
    ).toMatchObject([
      {
        code: 'expression-missing-fields',
        file: 'quiz.flow.yaml',
        message: 'The record has no score, which is required here.',
      },
    ]);
  });
  test('changing its type is reported', () => {
    expect(renamed('response: { score: score, mail: email }', 'response: { score: email, mail: email }')).toMatchObject(
      [{ code: 'expression-wrong-type', file: 'quiz.flow.yaml' }],
    );
  });
  test('a single value is read by its name', () => {
    expect(codesWith(['saveAs: { found: reply }', "saveAs: { found: 'reply.all' }"])).toEqual([
      'expression-unknown-field',
    ]);
  });
  test('an intake without redirect has no redirectUrl', () => {
    expect(renamed("    redirect: '{{ facts.chat }}/{{ uid }}'\n", '')).toMatchObject([
      { code: 'expression-unknown-field', file: 'quiz.flow.yaml' },
    ]);
  });
});

test('a list of answers is as long as its questions', () => {
  const { site } = load(baseEdited('quiz.flow.yaml', 'list, of: number, length: 2', 'list, of: number'));
  expect(site?.flows['quiz']?.data?.['answers']).toEqual({ type: 'list', of: 'number', length: 2 });
});

test('a step without an address lists the values it needs', () => {
  const text = flow
    .replace(', urlFrom: reply.redirectUrl', '')
    .replace('next: pause', 'next: thanks')
    .replace(
      '  pause:\n',
      "  thanks:\n    show:\n      - { type: text, title: '{{ texts.levels[level].name }}' }\n      - { type: actions, actions: [{ label: Go, send: go }] }\n    on: { go: { to: pause } }\n  pause:\n",
    );
  const { site, problems } = load(baseWith({ 'quiz.flow.yaml': text }));
  expect(problems).toEqual([]);
  expect(site?.flows['quiz']?.needs).toEqual({ thanks: ['answers'] });
});

test('a logged reply may be missing if its call is optional', () => {
  const call = '- { post: /api/leads, with: { score: score } }';
  const logged = ['onSuccess: { track:', 'onSuccess: { log: { score: reply.score }, track:'] as const;
  expect(codesWith(logged)).toEqual([]);
  const optional = [call, '- { post: /api/leads, continueOnError: true, with: { score: score } }'] as const;
  expect([...new Set(codesWith(logged, optional))]).toEqual(['expression-maybe-null']);
});
