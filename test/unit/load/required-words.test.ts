/** The word `required` with a value that is a text, and fields that need no rule. */
import { expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

const funnel = (question: string) =>
  load(
    baseWith({
      't.funnel.yaml': `funnel: t\ntitle: T\nquestions:\n  - { question: Where?, name: mail, type: email, required: true }\n  - { question: What?, name: what, type: textarea, ${question} }\n`,
    }),
  ).problems.map(({ severity, code, fix }) => [severity, code, ...(fix ? [fix.now] : [])].join(' '));

test.each([
  ['required: no', 'error required-word false'],
  ['required: yes', 'error required-word true'],
  ["required: 'true'", 'error required-word'],
  ["required: 'false'", 'error required-word'],
  ['required: sim', 'error required-word true'],
  ['required: off', 'error required-word false'],
])('%s', (written, problem) => expect(funnel(written)).toEqual([problem]));

test.each([
  'required: true',
  'required: false',
  'required: Tell us what.',
  'maxLength: 200',
  'required: false, maxLength: 9',
])('%s is no mistake', (written) => expect(funnel(written)).toEqual([]));

test('a text without any limit is still named', () =>
  expect(funnel('placeholder: A')).toEqual(['warning field-without-rules']));
