import { describe, expect, test } from 'vitest';
import { codeFrame } from '../../../engine/errors/frame.ts';
import { baseEdited, baseWith, load } from './fixtures.ts';

/** The text that the only problem of a site points to. */
function pointedAt(files: readonly { path: string; text: string }[]): { code: string; at: string; where: string } {
  const { problems } = load(files);
  expect(problems.map((problem) => problem.code)).toHaveLength(1);
  const [problem] = problems;
  if (problem === undefined) throw new Error('no problem');
  const line = files.find((file) => file.path === problem.file)?.text.split('\n')[problem.line - 1] ?? '';
  return {
    code: problem.code,
    at: line.slice(problem.column - 1, problem.column - 1 + (problem.length ?? 1)),
    where: `${problem.line}:${problem.column}`,
  };
}

const page = (body: string) =>
  baseWith({ 'about.page.yaml': `page: about\npaths: [/about]\ntitle: About\nblocks:\n${body}` });

describe('a mistake in an expression is located in the file', () => {
  test.each([
    ['plain', '  - type: text\n    title: Costs {{ facts.prise }} now\n'],
    ['single quotes', "  - { type: text, title: 'It''s {{ facts.prise }}' }\n"],
    ['double quotes', '  - { type: text, title: "A \\"b\\" \\u00e9 {{ facts.prise }}" }\n'],
    ['folded plain', '  - type: text\n    title: a long\n      text {{ facts.prise }} over lines\n'],
    ['literal block', '  - type: text\n    body: |\n      one\n\n      two {{ facts.prise }}\n'],
    ['folded block', '  - type: text\n    body: >-\n      one\n      two\n      three {{ facts.prise }}\n'],
    ['list in prose', '  - type: text\n    body: |\n      - one\n      - two\n        and {{ facts.prise }}\n'],
    ['link in prose', '  - type: text\n    body: See [x](https://a.example/{{ facts.prise }}).\n'],
  ])('%s', (_, body) => {
    expect(pointedAt(page(body))).toMatchObject({ code: 'expression-unknown-field', at: 'prise' });
  });
});

test('a value behind an alias is located where it is written', () => {
  const body = '  - &one { type: text, title: "{{ facts.prise }}" }\n  - *one\n';
  expect(pointedAt(page(body)).at).toBe('prise');
});

test.each([
  ['a key that does not belong', '  - { type: text, titel: x }\n', 'titel'],
  ['a value that is not allowed', '  - { type: text, tone: sfot }\n', 'sfot'],
  ['a block without a needed key, at the block', '  - type: hero\n    tone: soft\n', 't'],
  ['an address in a text', '  - { type: text, title: "See [it](/trems)" }\n', '/trems'],
])('%s', (_, body, at) => {
  expect(pointedAt(page(body)).at).toBe(at);
});

test('a reference is located by its value', () => {
  expect(pointedAt(baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat'))).toEqual({
    code: 'step-unknown',
    at: 'contcat',
    where: '58:11',
  });
});

test('Windows line ends do not shift places', () => {
  const [problem] = load(
    baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat').map(({ path, text }) => ({
      path,
      text: text.replace(/\n/g, '\r\n'),
    })),
  ).problems;
  expect(problem).toMatchObject({ code: 'step-unknown', line: 58, column: 11, length: 7 });
  expect(problem?.frame).not.toContain('\r');
});

test('all mistakes are reported at once, in the order of the files', () => {
  const files = [
    ...baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat').filter(
      ({ path }) => path !== 'terms.page.yaml' && path !== 'contact.form.yaml',
    ),
    ...baseEdited('terms.page.yaml', '#top)', '#topp)').filter(({ path }) => path === 'terms.page.yaml'),
    ...baseEdited('contact.form.yaml', 'default: basic', 'default: gold').filter(
      ({ path }) => path === 'contact.form.yaml',
    ),
  ];
  expect(load(files).problems.map(({ file, code }) => [file, code])).toEqual([
    ['contact.form.yaml', 'field-default'],
    ['quiz.flow.yaml', 'step-unknown'],
    ['terms.page.yaml', 'link-unknown-anchor'],
  ]);
});

describe('code frames', () => {
  const lines = ['one', 'two', 'three: x', 'four', 'five', 'six'];
  test('have two lines on each side and a caret', () => {
    expect(codeFrame(lines, 3, 8)).toBe(
      ['  1 | one', '  2 | two', '> 3 | three: x', '    |        ^', '  4 | four', '  5 | five'].join('\n'),
    );
  });
  test('begin with the first line', () => {
    expect(codeFrame(lines, 1, 1, 3)).toBe(['> 1 | one', '    | ^^^', '  2 | two', '  3 | three: x'].join('\n'));
  });
  test('show a long line around the caret', () => {
    const frame = codeFrame([`${'a'.repeat(400)}!${'b'.repeat(400)}`], 1, 401);
    const [shown = '', caret = ''] = frame.split('\n');
    expect(shown.length).toBeLessThan(130);
    expect(shown[caret.indexOf('^')]).toBe('!');
  });
});
