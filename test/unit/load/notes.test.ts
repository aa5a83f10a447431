/** Notes: pages that nothing links to, facts and assets that nothing uses. */
import { describe, expect, test } from 'vitest';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import type { DefinitionFile } from '../../../engine/load/load-site.ts';
import { base, baseWith, load, loadOptions } from './fixtures.ts';

const textOf = (path: string): string => base.find((file) => file.path === path)?.text ?? '';
const booked = 'page: booked\npaths: [/booked, /reserved]\ntitle: Booked\nblocks:\n  - { type: text, title: Booked }\n';

interface Given {
  readonly assets?: readonly string[];
  readonly code?: readonly DefinitionFile[];
}

/** What is noted of the base site with other files. */
const notesOf = (files: Readonly<Record<string, string>>, { assets = [], code = [] }: Given = {}): string[] => {
  const options = { ...loadOptions(new Set(['sample/seal.svg', ...assets])), notes: { code } };
  return loadForAxes(baseWith(files), options).problems.map(
    ({ severity, code: what, file, line, column }) => `${file}:${line}:${column} ${severity} ${what}`,
  );
};

/** The page of terms with another text. */
const terms = (body: string): Record<string, string> => ({
  'terms.page.yaml': textOf('terms.page.yaml').replace('- one', `- ${body}`),
});
/** The site file with other facts before its own. */
const facts = (lines: string): Record<string, string> => ({
  'site.yaml': textOf('site.yaml').replace('facts:\n', `facts:\n${lines}`),
});

describe('a page', () => {
  const unlinked = ['booked.page.yaml:2:9 note page-unlinked'];
  test('that nothing links to', () => expect(notesOf({ 'booked.page.yaml': booked })).toEqual(unlinked));
  test('is not noted by loads that do not ask for notes', () =>
    expect(load(baseWith({ 'booked.page.yaml': booked })).problems).toEqual([]));
  test.each([
    ['another page', terms('[booked](/booked)')],
    ['its further address', terms('[booked](/reserved?a=1)')],
    ['its whole address', terms('[booked](https://example.com/booked?a=1)')],
    ['the address of the site as a value', terms('[booked]({{ site.url }}/booked)')],
    ['a fact', { ...facts('  next: /booked\n'), ...terms('{{ facts.next }}') }],
    [
      'a redirect of an intake',
      { 'quiz.api.yaml': textOf('quiz.api.yaml').replace("'{{ facts.chat }}/{{ uid }}'", '/booked?uid={{ uid }}') },
    ],
    [
      'an address with a value',
      { 'quiz.api.yaml': textOf('quiz.api.yaml').replace("'{{ facts.chat }}/{{ uid }}'", "'/book{{ uid }}'") },
    ],
  ])('is linked by %s', (_, files) => expect(notesOf({ 'booked.page.yaml': booked, ...files })).toEqual([]));
  test.each([
    ['itself', { 'booked.page.yaml': booked.replace('title: Booked }', "title: Booked, body: '[up](/booked)' }") }],
    [
      'a comment',
      {
        'booked.page.yaml': booked,
        'lost.page.yaml': `${textOf('lost.page.yaml')}# /booked, facts.day, facts.plans\n`,
      },
    ],
    ['another site', { 'booked.page.yaml': booked, ...terms('[x](https://chat.example/booked)') }],
  ])('is not linked by %s', (_, files) => expect(notesOf(files)).toEqual(unlinked));
  test('is linked by the site’s own code', () =>
    expect(
      notesOf(
        { 'booked.page.yaml': booked },
        { code: [{ path: '../extensions/blocks/a.ts', text: "href: '/booked'" }] },
      ),
    ).toEqual([]));
  test('of a collection is noted once', () => {
    const collection = 'collection: guides\nitems:\n  a: { name: A }\n  b: { name: B }\n';
    const page =
      "page: guide\nforEach: guides\npaths: ['/guides/{{ item.slug }}']\ntitle: '{{ item.name }}'\nblocks:\n  - { type: text, title: '{{ item.name }}' }\n";
    const files = { 'guides.collection.yaml': collection, 'guide.page.yaml': page };
    expect(notesOf(files)).toEqual(['guide.page.yaml:3:9 note page-unlinked']);
    expect(notesOf({ ...files, ...terms('[b](/guides/b)') })).toEqual([]);
  });
  test('is accepted with a reason, also when something links to it', () => {
    const accepted = booked.replace('paths:', '# accept page-unlinked: posts lead here\npaths:');
    expect(notesOf({ 'booked.page.yaml': accepted })).toEqual([]);
    expect(notesOf({ 'booked.page.yaml': accepted, ...terms('[booked](/booked)') })).toEqual([]);
    expect(load(baseWith({ 'booked.page.yaml': accepted })).problems).toEqual([]);
    const bare = accepted.replace(': posts lead here', '');
    expect(notesOf({ 'booked.page.yaml': bare })).toEqual(['booked.page.yaml:2:1 warning accept-without-reason']);
  });
  test('after an error nothing is noted', () =>
    expect(notesOf({ 'booked.page.yaml': booked.replace('type: text', 'type: txt') }).join()).not.toContain('note'));
});

describe('a fact', () => {
  const line = (number: number, column: number): string => `site.yaml:${number}:${column} note fact-unused`;
  test.each([
    ['that nothing reads', facts('  seats: 30\n'), [line(8, 3)]],
    [
      'with a name that begins another',
      { ...facts('  seat: 1\n  seats: 30\n'), ...terms('{{ facts.seats }}') },
      [line(8, 3)],
    ],
    [
      'of which a part is read',
      { ...facts('  room: { seats: 30, floor: 2 }\n'), ...terms('{{ facts.room.seats }}') },
      [line(8, 22)],
    ],
    ['of which no part is read', facts('  room: { seats: 30, floor: 2 }\n'), [line(8, 3)]],
    [
      'that is read by a name',
      { ...facts('  rooms: { a: { seats: 30 } }\n'), ...terms('{{ facts.rooms[visit.src].seats }}') },
      [],
    ],
    ['that is read over two lines', { ...facts('  seats: 30\n'), ...terms('{{ facts\n        .seats }}') }, []],
    [
      'that another fact reads',
      { ...facts("  seats: 30\n  free: 'Of {{ facts.seats }}'\n"), ...terms('{{ facts.free }}') },
      [],
    ],
  ])('%s', (_, files, notes) => {
    const found = notesOf(files).filter((note) => note.includes('fact-unused'));
    expect(found).toEqual(notes);
  });
  test('that the site’s own code reads', () =>
    expect(
      notesOf(facts('  seats: 30\n'), { code: [{ path: '../extensions/blocks/a.ts', text: 'facts.seats' }] }),
    ).toEqual([]));
});

describe('an asset', () => {
  const logo = 'sample/assets/logo.svg';
  const unused = [`${logo}:1:1 note asset-unused`];
  test('that nothing uses', () => expect(notesOf({}, { assets: [logo] })).toEqual(unused));
  test('outside of folders of assets is none', () => expect(notesOf({}, { assets: ['README.md'] })).toEqual([]));
  test.each([
    ['a comment', { 'lost.page.yaml': `${textOf('lost.page.yaml')}# facts.day facts.plans ${logo}: a drawing\n` }],
    ['a text', terms(`[logo](/${logo})`)],
    [
      'an item in whose path its slug is',
      {
        'logos.collection.yaml': 'collection: logos\nitems:\n  logo: { name: A }\n',
        'logo.page.yaml':
          "page: logo\nforEach: logos\npaths: ['/logos/{{ item.slug }}']\ntitle: '{{ item.name }}'\nblocks:\n  - { type: image, image: 'sample/assets/{{ item.slug }}.svg', alt: A logo }\n",
        ...terms('[logo](/logos/logo)'),
      },
    ],
  ])('is used by %s', (_, files) => expect(notesOf(files, { assets: [logo] })).toEqual([]));
  test('is used by the site’s own code', () =>
    expect(
      notesOf({}, { assets: [logo], code: [{ path: '../extensions/blocks/a.ts', text: `url(/assets/${logo})` }] }),
    ).toEqual([]));
});
