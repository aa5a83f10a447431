import { describe, expect, test } from 'vitest';
import { base, baseWith, load } from './fixtures.ts';

const text = (more: string) => `  - { type: text, title: Words, ${more} }\n`;
const page = (...blocks: string[]) => `page: about\ntitle: About\npaths: [/about]\nblocks:\n${blocks.join('')}`;
const problemsIn = (files: Record<string, string>) =>
  load(baseWith(files)).problems.map(
    ({ code, file, line, column, message }) => `${code} ${file}:${line}:${column} ${message}`,
  );

const textOf = (path: string) => base.find((file) => file.path === path)?.text ?? '';
const second = 'id-taken about.page.yaml:6:37 The block a is already defined in about.page.yaml:5.';

test.each<[string, string[], string[]]>([
  ['one id', [text('id: a'), text('id: a')], [second]],
  ['other ids', [text('id: a'), text('id: b')], []],
  ['a block that is always there', [text('id: a'), text("id: a, when: 'page.scroll > 50'")], [second]],
  ['one condition', [text("id: a, when: 'page.scroll > 50'"), text("id: a, when: 'page.scroll > 50'")], [second]],
  ['unlike conditions', [text("id: a, when: 'page.scroll > 50'"), text("id: a, when: 'page.scroll <= 50'")], []],
  [
    'a block within another, which has a condition',
    [
      text('id: a'),
      "  - type: split\n    when: 'page.scroll > 50'\n    main: [{ type: text, id: a, title: Words }]\n    aside: [{ type: text, title: Words }]\n",
    ],
    ['id-taken about.page.yaml:8:30 The block a is already defined in about.page.yaml:5.'],
  ],
])('blocks of a page that are seen together have different ids: %s', (_, blocks, found) => {
  expect(problemsIn({ 'about.page.yaml': page(...blocks) })).toEqual(found);
});

test('a part that is inserted twice keeps its ids, another part needs its own', () => {
  const part = (name: string) => `part: ${name}\nblocks:\n  - { type: text, id: a, title: Words }\n`;
  const insert = (name: string) => `  - { type: part, part: ${name} }\n`;
  const files = {
    'note.part.yaml': part('note'),
    'other.part.yaml': part('other'),
    'about.page.yaml': page(insert('note'), insert('note'), insert('other')),
  };
  expect(problemsIn(files)).toEqual([
    'id-taken other.part.yaml:3:23 The block a is already defined in note.part.yaml:3.',
  ]);
});

describe('a step is seen in its frame, without other steps', () => {
  const block = '{ type: text, id: a, title: Words }';
  const flow = textOf('quiz.flow.yaml');
  const inSteps = flow
    .replace('      - type: hero\n', `      - ${block}\n      - type: hero\n`)
    .replace('      - type: progress\n', `      - ${block}\n      - type: progress\n`);
  test('two steps may have one id', () => {
    expect(problemsIn({ 'quiz.flow.yaml': inSteps })).toEqual([]);
  });
  test('a step and its frame may not', () => {
    const frame = `page: frame\ntitle: The quiz\nblocks:\n  - ${block}\n  - type: stage\n`;
    expect(problemsIn({ 'quiz.flow.yaml': inSteps, 'frame.page.yaml': frame })).toEqual([
      'id-taken quiz.flow.yaml:42:27 The block a is already defined in frame.page.yaml:4.',
      'id-taken quiz.flow.yaml:55:27 The block a is already defined in frame.page.yaml:4.',
    ]);
  });
});
