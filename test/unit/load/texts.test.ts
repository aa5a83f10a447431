import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { recommended } from '../../../engine/load/check/titles.ts';
import { baseEdited, baseWith, load } from './fixtures.ts';

const problemsIn = (files: ReturnType<typeof baseEdited>): string[] =>
  load(files).problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);

describe('single braces', () => {
  test.each([
    ['{ facts.price }', true],
    ['{facts.price | json}', true],
    ['{ fact.price }', true],
    ['{{ facts.price }}', false],
    ['\\{ facts.price }', false],
    ['{ any words }', false],
    ['{name}', false],
  ])('are reported in a page: %s', (text, found) => {
    expect(problemsIn(baseEdited('terms.page.yaml', 'It costs', `${text} It costs`))).toEqual(
      found ? ['text-single-braces terms.page.yaml:9:7'] : [],
    );
  });
  test.each(['{ name }', '{email}', '{ texts.levels[level].name }', '{ score }'])(
    'are reported in a flow: %s',
    (text) => {
      expect(problemsIn(baseEdited('quiz.flow.yaml', 'Welcome', `'Welcome ${text}'`))).toHaveLength(1);
    },
  );
  test.each([
    ['{ name }, tell your name.', true],
    ['Not {email}, but {{ site.name }}', true],
    ['{ name | upper }', true],
    ['\\\\{ name }', false],
    ['Write it as { code }', false],
  ])('that name a field are reported in a form, which cannot show answers: %s', (message, found) => {
    const { problems } = load(baseEdited('contact.form.yaml', 'message: Tell your name.', `message: "${message}"`));
    expect(problems.map(({ code, hint, fix }) => ({ code, hint, fix }))).toEqual(
      found
        ? [{ code: 'text-single-braces', hint: expect.stringMatching('cannot contain answers'), fix: undefined }]
        : [],
    );
  });
  test('are reported in a table of texts and in an address', () => {
    expect(problemsIn(baseEdited('quiz.flow.yaml', 'name: High', "name: '{ facts.price } High'"))).toEqual([
      'text-single-braces quiz.flow.yaml:21:20',
    ]);
    expect(problemsIn(baseEdited('quiz.flow.yaml', '?name={{ name | url }}', '?name={ name }'))).toHaveLength(1);
  });
});

describe('empty texts', () => {
  test.each([
    ['contact.form.yaml', 'message: Tell your name.', "message: ''"],
    ['contact.form.yaml', 'label: Name', "label: ' '"],
    ['quiz.flow.yaml', 'alert: Choose one.', "alert: ''"],
    ['quiz.flow.yaml', 'title: Welcome', "title: ''"],
    ['quiz.api.yaml', 'message: The score is wrong.', "message: ''"],
    ['terms.page.yaml', 'label: Begin', "label: ''"],
  ])('are reported in %s: %s', (file, from, to) => {
    expect(problemsIn(baseEdited(file, from, to))).toMatchObject([expect.stringMatching(`^text-empty ${file}`)]);
  });
  test('are reported in the engine’s own messages', () => {
    expect(problemsIn(baseEdited('site.yaml', 'allowedHosts:', "messages: { failed: '' }\nallowedHosts:"))).toEqual([
      'shape-bounds site.yaml:12:21',
    ]);
  });
});

describe('titles and descriptions', () => {
  const described = (description: string) =>
    baseEdited('terms.page.yaml', 'title: Terms\n', `title: Terms\ndescription: ${description}\n`);
  test('have length limits', () => {
    const { title, description } = recommended;
    const titled = (length: number) =>
      baseEdited('terms.page.yaml', 'title: Terms\n', `title: ${'x'.repeat(length - ' | Sample'.length)}\n`);
    expect([problemsIn(titled(title.most)), problemsIn(titled(title.most + 1))]).toEqual([
      [],
      ['title-long terms.page.yaml:3:8'],
    ]);
    for (const [length, fits] of [
      [description.least - 1, false],
      [description.least, true],
      [description.most, true],
      [description.most + 1, false],
    ] as const)
      expect(problemsIn(described('x'.repeat(length)))).toEqual(
        fits ? [] : ['description-length terms.page.yaml:4:14'],
      );
  });
  test('are measured with their facts, and only on listed pages', () => {
    expect(problemsIn(described(`'{{ facts.chat }} ${'x'.repeat(110)}'`))).toEqual([]);
    expect(problemsIn(described('Short.\nsearch: hidden'))).toEqual([]);
  });
  test('a title is used only once, by a page or a step', () => {
    expect(problemsIn(baseEdited('terms.page.yaml', 'title: Terms\n', 'title: The questions\n'))).toMatchObject([
      expect.stringMatching('^title-repeated'),
    ]);
    expect(
      problemsIn(baseEdited('terms.page.yaml', 'title: Terms\n', 'title: The questions\nsearch: hidden\n')),
    ).toEqual([]);
  });
  test('a page without a title is accepted if each step has one', () => {
    const files = baseWith({
      'frame.page.yaml': 'page: frame\nblocks:\n  - type: stage\n',
    }).map((file) =>
      file.path === 'quiz.flow.yaml'
        ? { ...file, text: file.text.replace(/( +path: \[\/(\w*)\]\n)(?! +title)/g, '$1    title: Step $2\n') }
        : file,
    );
    expect(problemsIn(files)).toEqual([]);
  });
  test('the authors’ guide names the same lengths', () => {
    const guide = readFileSync(new URL('../../../docs/guide/files.md', import.meta.url), 'utf8');
    const { title, description } = recommended;
    expect(guide).toContain(`Titles have up to ${title.most} characters`);
    expect(guide).toContain(`descriptions ${description.least} to ${description.most}`);
  });
});
