/** `check --fix`: every correction passes the check, a second run changes nothing, and all else stays to the byte. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixFiles } from '../../../engine/fix/fix-files.ts';
import { createSiteLoader, type DefinitionFile } from '../../../engine/load/load-site.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { base, baseEdited, baseWith, invalidCodes, invalidSite, loadOptions } from './fixtures.ts';

const loader = createSiteLoader();
const fix = (files: readonly DefinitionFile[]) => fixFiles(files, loadOptions(), loader);
const textOf = (files: readonly DefinitionFile[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? '';
const flow = textOf(base, 'quiz.flow.yaml');

/** Edits of the base site that are to be undone. */
const undone: readonly (readonly [what: string, file: string, right: string, wrong: string])[] = [
  ['a misspelt step', 'quiz.flow.yaml', 'next: contact', 'next: contcat'],
  ['a misspelt key', 'quiz.flow.yaml', 'onEmpty: {', 'onEmtpy: {'],
  ['a misspelt value', 'contact.form.yaml', 'type: choice', 'type: chioce'],
  ['a misspelt block', 'quiz.flow.yaml', 'type: hero', 'type: hreo'],
  ['a misspelt name in a text', 'terms.page.yaml', '{{ facts.price }}', '{{ facts.prcie }}'],
  ['a misspelt name in an expression', 'quiz.flow.yaml', 'when: score >= 50', 'when: scroe >= 50'],
  ['a misspelt function', 'quiz.flow.yaml', 'default(error.message', 'defualt(error.message'],
  ['a misspelt event', 'quiz.flow.yaml', 'send: begin', 'send: begni'],
  ['a misspelt anchor', 'terms.page.yaml', '(#top)', '(#tpo)'],
  ['a misspelt call', 'quiz.flow.yaml', 'path: /api/clicks', 'path: /api/clikcs'],
  ['single braces', 'terms.page.yaml', '{{ facts.price }}', '{ facts.price }'],
];

test.for(undone)('%s is corrected', ([, file, right, wrong]) => {
  const files = baseEdited(file, right, wrong);
  const fixed = fix(files);
  expect(fixed.problems).toEqual([]);
  expect(textOf(fixed.files, file)).toBe(textOf(base, file));
  expect(fixed.lines).toHaveLength(1);
});

/** Mistakes of YAML, with what they become. */
const rewritten: readonly (readonly [what: string, from: string, wrong: string, right: string])[] = [
  [
    'a colon in a text',
    'title: Welcome',
    'title: Welcome: the quiz  # the first',
    "title: 'Welcome: the quiz'  # the first",
  ],
  [
    'an expression without quotes',
    'title: Welcome',
    'title: {{ site.name }} for you',
    "title: '{{ site.name }} for you'",
  ],
  ['an expression alone', 'title: Welcome', 'title: {{ site.name }}', "title: '{{ site.name }}'"],
  ['a handle', 'title: Welcome', "title: @sample isn't shy", "title: '@sample isn''t shy'"],
  ['tabs', '    title: The questions\n', '\t\ttitle: The questions\n', '    title: The questions\n'],
];

test.for(rewritten)('%s is corrected', ([, from, wrong, right]) => {
  const fixed = fix(baseEdited('quiz.flow.yaml', from, wrong));
  expect(fixed.problems).toEqual([]);
  expect(textOf(fixed.files, 'quiz.flow.yaml')).toBe(flow.replace(from, () => right));
});

test('several mistakes are corrected together, comments and line ends kept', () => {
  const wrong = `# My quiz\n${flow}`
    .replace('title: Welcome', 'title: Welcome: {{ site.nmae }}   # a comment: kept')
    .replace('next: contact', 'next: contcat')
    .replaceAll('\n', '\r\n');
  const fixed = fix(baseWith({ 'quiz.flow.yaml': wrong }));
  expect(fixed.problems).toEqual([]);
  expect(textOf(fixed.files, 'quiz.flow.yaml')).toBe(
    wrong.replace('Welcome: {{ site.nmae }}', "'Welcome: {{ site.name }}'").replace('next: contcat', 'next: contact'),
  );
});

test('what may mean several things, or nothing, stays as it is', () => {
  for (const [file, from, to] of [
    ['quiz.flow.yaml', 'next: contact', 'next: elsewhere'],
    // A list or a record, not a text.
    ['quiz.flow.yaml', 'title: Welcome', 'title: [Welcome'],
    ['quiz.flow.yaml', 'title: Welcome', 'title: "Welcome" to us'],
  ] as const) {
    const fixed = fix(baseEdited(file, from, to));
    expect(fixed.files, to).toEqual([]);
    expect(fixed.problems.length, to).toBeGreaterThan(0);
  }
  const near = flow.replaceAll(/\bwhich\b/g, 'pausa').replace('next: contact', 'next: pauss');
  expect(fix(baseWith({ 'quiz.flow.yaml': near })).files).toEqual([]);
});

test('a second run changes nothing, and no correction of a fixture adds a mistake', () => {
  let count = 0;
  for (const code of invalidCodes) {
    const files = invalidSite(code);
    const fixed = fix(files);
    if (fixed.files.length === 0) continue;
    count += 1;
    const left = fixed.problems.filter(({ severity }) => severity === 'error').map((problem) => problem.code);
    expect(left, code).toEqual([]);
    const changed = new Map(fixed.files.map((file) => [file.path, file]));
    const again = files.map((file) => changed.get(file.path) ?? file);
    expect(fix(again).files, code).toEqual([]);
  }
  expect(count).toBeGreaterThan(20);
});

test('the command writes the files, or shows the lines with --dry-run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fix-'));
  try {
    for (const { path, text } of baseEdited('quiz.flow.yaml', 'next: contact', 'next: contcat'))
      writeFileSync(join(folder, path), text);
    const dry = await runFunnel(['check', folder, '--fix', '--dry-run']);
    expect(dry.code).toBe(1);
    expect(dry.out).toContain('    58  - next: contcat\n        + next: contact');
    expect(dry.out).toContain('1 line would be corrected in 1 file.');
    expect(readFileSync(join(folder, 'quiz.flow.yaml'), 'utf8')).not.toBe(flow);
    const { code, out } = await runFunnel(['check', folder, '--fix']);
    expect([code, out]).toEqual([0, expect.stringContaining('1 line corrected in 1 file.')]);
    expect(readFileSync(join(folder, 'quiz.flow.yaml'), 'utf8')).toBe(flow);
    expect(readdirSync(folder).toSorted()).toEqual(base.map(({ path }) => path));
    expect((await runFunnel(['check', folder, '--dry-run'])).code).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
