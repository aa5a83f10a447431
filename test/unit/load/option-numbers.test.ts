/** Numbers as values and labels of options: texts, as they are written. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { baseWith, load } from './fixtures.ts';

const funnel = (when: string, options = '{ value: 1, label: 1 }, { value: 02, label: Two }') => ({
  'stars.funnel.yaml': `funnel: stars
title: Stars
questions:
  - { question: Without a type?, options: [{ value: 1, label: One }, { value: 2, label: Two }] }
  - { name: stars, question: How many?, type: choice, required: true, options: [${options}] }
  - { name: rooms, question: Which?, type: dropdown, required: true, default: 3, options: [{ value: 3, label: 3 }, { value: 4.50, label: 4.50 }] }
  - { name: years, question: When?, type: choices, options: [{ value: 2024, label: 2024 }, { value: 2025, label: 2025 }] }
  - { name: why, question: Why?, type: text, required: true, maxLength: 40, when: "${when}" }
  - { name: mail, question: Where?, type: email, required: true }
results: { high: { from: 90, title: High, text: High }, low: { title: Low, text: Low } }
`,
});
const problemsOf = (when: string, options?: string) =>
  load(baseWith(funnel(when, options))).problems.map(({ code, message, hint, fix, line, column }) => ({
    at: `${line}:${column} ${code}`,
    said: `${message} → ${hint}`,
    fix,
  }));

test('a number is the text that is written, a zero before and after it included', () => {
  const { site, problems } = load(baseWith(funnel("stars == '02' || rooms == '4.50' || '2024' in years")));
  expect(problems).toEqual([]);
  const fields = site?.forms['stars-questions']?.fields as unknown as {
    name: string;
    default?: string;
    options?: object[];
  }[];
  const of = (name: string) => fields.find((field) => field.name === name);
  expect(of('stars')?.options).toEqual([
    { value: '1', label: '1' },
    { value: '02', label: 'Two' },
  ]);
  expect(of('rooms')).toMatchObject({ default: '3', options: [{ value: '3' }, { value: '4.50', label: '4.50' }] });
  expect(of('years')?.options).toMatchObject([{ value: '2024' }, { value: '2025' }]);
});

test('the answers to a question without a type stay numbers', () => {
  const { site } = load(baseWith(funnel("stars == '1' && sum(answers) == 2")));
  expect(site?.flows['stars']?.questions?.['questions']?.items[0]?.options.map(({ value }) => value)).toEqual([1, 2]);
});

test('a condition compares the text, and the check says so', () => {
  const all = problemsOf('stars == 1');
  expect(all.map(({ at }) => at)).toContain('8:93 expression-never-equal');
  expect(all[0]).toMatchObject({
    said: "These can never be equal: the text '1' or '02' or '', and a number. → Did you mean '1'?",
  });
  expect(problemsOf('stars == 3')[0]?.said).toBe(
    "These can never be equal: the text '1' or '02' or '', and a number. → undefined",
  );
});

test('a value twice is found, whether it is written as a number or a text', () => {
  const of = (options: string) => problemsOf("stars == '1'", options).map(({ at }) => at);
  expect(of("{ value: 1, label: A }, { value: '1', label: B }")[0]).toMatch(/option-twice$/);
});

test.each(['true', '[1]', 'null'])('%s is no value', (value) => {
  expect(problemsOf("stars == '1'", `{ value: ${value}, label: A }, { value: '1', label: B }`)[0]?.at).toMatch(
    /^5:\d+ shape-wrong-type$/,
  );
});

test('a form and the long definitions have the same texts', () => {
  const form =
    'form: sizes\nfields:\n  size: { type: choice, label: Size, options: [{ value: 1, label: S }, { value: 2, label: M }] }\n';
  const { site } = load(baseWith({ 'sizes.form.yaml': form }));
  expect(site?.forms['sizes']?.fields).toMatchObject([{ options: [{ value: '1' }, { value: '2' }] }]);
  const { files } = expandFunnel(baseWith(funnel("stars == '1'")), 'stars');
  expect(files.find(({ path }) => path.endsWith('stars.flow.yaml'))?.text).toContain('value: "02"');
});
