/** What texts promise of the questions of a flow, on all of its ways. */
import { describe, expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

const yesNo = (name: string, more = '') =>
  `  - { name: ${name}, question: The ${name}?, type: yes-no, required: true${more} }\n`;
const funnel = (lead: string, questions: string) => `funnel: level
title: Level
lead: ${lead}
questions:
${questions}fields: { mail: email }
`;
const saidOf = (lead: string, questions: string): string[] =>
  load(baseWith({ 'level.funnel.yaml': funnel(lead, questions) })).problems.map(
    ({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`,
  );

describe('a number of questions', () => {
  test('that all visitors answer', () =>
    expect(saidOf('Only 3 questions.', yesNo('a') + yesNo('b') + yesNo('c'))).toEqual([]));

  test('that nobody answers', () =>
    expect(saidOf('Only 4 questions.', yesNo('a') + yesNo('b') + yesNo('c'))).toEqual([
      '3:12 count-differs: This text says "4 questions", but the flow has 3 questions.',
    ]));

  test('of which a condition leaves one out', () =>
    expect(saidOf('Only 3 questions.', yesNo('a') + yesNo('b', ", when: a == 'yes'") + yesNo('c'))).toEqual([
      '3:12 count-skipped: This text says "3 questions", but some visitors answer 2, because of the conditions on their way.',
    ]));

  test('of which each visitor answers one of two', () => {
    const two = yesNo('a') + yesNo('b', ", when: a == 'yes'") + yesNo('c', ", when: a == 'no'") + yesNo('d');
    expect(saidOf('Only 3 questions.', two)).toEqual([]);
    expect(saidOf('Only 4 questions.', two)).toEqual([
      '3:12 count-differs: This text says "4 questions", but the flow has 3 questions.',
    ]);
  });

  test('without types and with them, together', () => {
    const plain = '  - { question: How often?, options: [{ value: 0, label: Never }, { value: 8, label: Daily }] }\n';
    const results =
      '\nresults: { some: { from: 50, title: Some, text: The text }, all: { title: Thanks, text: The text } }';
    const said = (count: number) => saidOf(`Only ${count} questions.${results}`, plain + yesNo('b') + yesNo('c'));
    expect(said(3)).toEqual([]);
    expect(said(1)).toEqual([expect.stringContaining('count-differs')]);
  });
});

describe('a time', () => {
  const questions = 'abcdefghijklmnopqrstu'
    .split('')
    .map((name) => yesNo(name))
    .join('');
  test('that is long enough', () => expect(saidOf('It takes 2 minutes.', questions)).toEqual([]));
  test('that is too short', () =>
    expect(saidOf('It takes 1 minute.', questions)).toEqual([
      '3:16 time-short: This text says "1 minute", but visitors give up to 22 answers, which takes at least 66 seconds.',
    ]));

  test('that is named where visitors give the first answers, or later', () => {
    const fields = 'abcdefghijklmnopqrstuv'
      .split('')
      .map((name) => `  ${name}: { type: yes-no, label: The ${name}, required: true }\n`);
    const shown = (body: string) => `{ type: text, title: Now, body: ${body} }, { type: form, submit: Send }`;
    const flow = (first: string, then: string) => `flow: poll
page: frame
start: one
steps:
  one: { path: [/poll], title: Poll, form: poll, show: [${shown(first)}], next: two }
  two: { form: contact, show: [${shown(then)}], submit: { calls: [{ post: /api/leads }], onError: { alert: Sorry } }, next: end }
  end: { show: [{ type: text, title: Thanks }], final: true }
`;
    const codesOf = (first: string, then: string) =>
      load(
        baseWith({ 'poll.form.yaml': `form: poll\nfields:\n${fields.join('')}`, 'poll.flow.yaml': flow(first, then) }),
      )
        .problems.filter(({ code }) => code === 'time-short')
        .map(({ line }) => line);
    expect(codesOf('It takes 1 minute.', 'We are quick.')).toEqual([5]);
    expect(codesOf('We are quick.', 'We call in 1 minute.')).toEqual([]);
  });
});
