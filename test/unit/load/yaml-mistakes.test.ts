/** Each mistake in YAML has its own place, reason and hint. */
import { describe, expect, test } from 'vitest';
import { base, baseWith, load } from './fixtures.ts';

const problemsOf = (text: string): string[] =>
  load(baseWith({ 'x.page.yaml': text }))
    .problems.filter(({ file, code }) => file === 'x.page.yaml' && code.startsWith('yaml-'))
    .map(({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} → ${hint}`);

describe('in YAML', () => {
  test.each<[name: string, text: string, place: string, hint: RegExp]>([
    ['a wrong indent under a value', 'page: home\n title: A\nlead: x\n', '2:2', /no spaces, in the column of page:/],
    ['a wrong indent of a key', 'page: x\nseo:\n  title: a\n noindex: true\n', '4:2', /no spaces|2 spaces/],
    [
      'a wrong indent in an item',
      'blocks:\n  - type: hero\n    title: A\n   lead: B\n',
      '4:4',
      /4 spaces, in the column of (title|type):/,
    ],
    [
      'an item out of its list',
      'blocks:\n  - type: hero\n - type: text\n',
      '3:2',
      /2 spaces, in the column of - type:/,
    ],
    [
      'a missing dash',
      'blocks:\n  - type: hero\n    title: A\n  type: text\n    title: B\n',
      '4:3',
      /a dash.*: - type: text/,
    ],
    [
      'a missing dash before {',
      'blocks:\n  - { type: hero, title: b }\n  { type: text, title: d }\n',
      '3:3',
      /a dash.*: - \{ type: text/,
    ],
    ['a missing dash before a text', 'paths:\n  - /a\n  /b\n', '3:3', /a dash.*: - \/b/],
    ['a no-break space before a key', 'page: home\n\u00a0\u00a0title: A\n', '2:1', /space of the keyboard/],
    ['a no-break space after a colon', 'page: home\ntitle:\u00a0A\nx: y\n', '2:7', /space of the keyboard/],
    ['a no-break space after a dash', 'blocks:\n  -\u00a0type: hero\n', '2:4', /space of the keyboard/],
    ['no space after a colon', 'page: home\ntitle:A\nlead: B\n', '2:1', /Write title: A\./],
    ['no space after the first colon', 'page:home\ntitle: A\n', '1:1', /Write page: home\./],
    ['no space after a colon in an item', 'blocks:\n  - type:hero\n    title: A\n', '2:3', /Write - type: hero\./],
    ['no space after a colon in { }', 'blocks:\n  - { type:hero, title: A }\n', '2:7', /Write type: hero\./],
    ['no space after the last colon in { }', 'a: { type: hero, title:A }\n', '1:18', /Write title: A\./],
    ['a colon in a text', 'page: home\ntitle: Note: this\n', '2:8', /title: "Note: this"/],
    ['an apostrophe in single quotes', "page: home\ntitle: 'Don't do it'\nlead: x\n", '2:8', /"Don't do it"/],
    ['an apostrophe in single quotes in { }', "a: { title: 'Don't do it', b: c }\n", '1:13', /"Don't do it"/],
    ['quotes in double quotes', 'page: home\ntitle: "Say "hi" now"\n', '2:8', /single quotes around the whole/],
    ['a text that begins with a quote', "title: 'Hi' he said\n", '1:8', /"'Hi' he said"/],
    ['an unclosed double quote', 'page: home\ntitle: "Open\nlead: x\n', '2:8', /Write " at its end: "Open"/],
    ['an unclosed single quote', "page: home\ntitle: 'Open\nlead: x\n", '2:8', /Write ' at its end: 'Open'/],
    ['an unclosed quote before another', "title: 'Open\nlead: 'Closed'\n", '1:8', /Write ' at its end: 'Open'/],
    ['an unclosed quote in { }', "a:\n  - { b: 'Open }\n  - { b: 'Closed' }\n", '2:10', /Write ' at its end: 'Open'\./],
    ['an unclosed {', 'page: home\na: { b: c\nd: e\n', '2:4', /Write \}/],
    ['an unclosed [', 'page: home\na: [b, c\nd: e\n', '2:4', /Write \]/],
    ['a wrong closing bracket', 'a: [b, c}\nd: e\n', '1:4', /Write \]/],
    ['a second document', 'page: home\n---\npage: b\n', '2:1', /file of its own/],
    ['a text after the end', 'page: home\n...\npage: b\n', '2:1', /file of its own/],
    ['a value that begins with {{', 'title: {{ name }} is here\n', '1:19', /"\{\{ name \}\} is here"/],
    ['a value that is {{ }}', 'title: {{ name }}\n', '1:8', /"\{\{ name \}\}"/],
    ['a value that begins with @', 'a: @foo\n', '1:4', /"@foo"/],
    ['a thousands separator', 'q: { min: 1, max: 50,000 }\n', '1:19', /max: 50000\./],
    ['a thousands separator before a key', 'q: { max: 50,000, min: 1 }\n', '1:11', /max: 50000\./],
    ['two thousands separators', 'q: { max: 1,250,000 }\n', '1:11', /max: 1250000\./],
    ['a comma in a text in { }', 'a: { b: Hello, world }\n', '1:9', /b: "Hello, world"/],
    ['an equals sign', 'title = x\nb: c\n', '1:1', /Write title: x\./],
    ['no colon', 'page: home\ntitle A\nlead: x\n', '2:1', /Write title: A\./],
    ['an item under an item', 'paths:\n- /b\n  - /c\n', '3:3', /column of the list/],
    ['an item under a text', 'title: x\n  - y\n', '2:3', /column of the list/],
    ['no comma in { }', 'a: { b: 1 c: 2 }\n', '1:9', /comma/],
    ['a text after |', 'a: | text\n  more\n', '1:1', /below it/],
    ['a backslash in double quotes', 'a: "C:\\path"\n', '1:7', /single quotes/],
  ])('%s', (_, text, place, hint) => {
    const [first = '', ...others] = problemsOf(text);
    expect(first).toMatch(hint);
    expect(first.slice(0, first.indexOf(' '))).toBe(place);
    expect(others).toEqual([]);
    expect(first).not.toMatch(/YAML\.parse|implicit|compact|needs quotes around it/i);
  });

  test('a tab', () => expect(problemsOf('page: home\nblocks:\n\t- type: hero\n')[0]).toMatch(/^3:1 yaml-tab/));

  test('nothing else is a mistake', () => {
    expect(load(base).problems).toEqual([]);
    for (const text of ['title: >\n  - a\n  - b\n', 'a: "- b\n  - c"\n', "a: { 'b:c': d, e: http://f }\n"])
      expect(problemsOf(text).filter((each) => each.includes('yaml-syntax'))).toEqual([]);
  });
});
