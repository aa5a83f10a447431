import { describe, expect, test } from 'vitest';
import { baseEdited, baseWith, load } from './fixtures.ts';

const part =
  'part: note\nblocks:\n  - { type: text, id: one, title: First. }\n  - { type: text, id: two, title: Second. }\n';
const page = (blocks: string) => `page: about\npaths: [/about]\nblocks:\n${blocks}title: About\n`;
const titles = (blocks: readonly object[] = []) => blocks.map((block) => (block as { title?: unknown }).title);

describe('parts', () => {
  test('are inserted where they are named, in pages, steps and columns', () => {
    const { site, problems } = load([
      ...baseEdited(
        'quiz.flow.yaml',
        '      - type: actions\n        actions:\n          - { label: Talk',
        '      - { type: part, part: note }\n      - type: actions\n        actions:\n          - { label: Talk',
      ),
      { path: 'note.part.yaml', text: part },
      {
        path: 'about.page.yaml',
        text: page(
          '  - { type: text, title: Before }\n  - { type: part, part: note }\n  - { type: text, title: After }\n  - type: split\n    main: [{ type: text, title: Left }]\n    aside: [{ type: part, part: note }]\n',
        ),
      },
    ]);
    expect(problems).toEqual([]);
    expect(titles(site?.pages['about']?.blocks)).toEqual(['Before', 'First.', 'Second.', 'After', undefined]);
    expect(titles(site?.flows['quiz']?.steps['result']?.show).slice(1, 3)).toEqual(['First.', 'Second.']);
    expect(JSON.stringify(site)).not.toContain('"part"');
  });

  test('a mistake in a part is reported once at its own file, and a later one at its own place', () => {
    const text = page(
      "  - { type: part, part: note }\n  - { type: part, part: note }\n  - { type: text, title: '{{ facts.prise }}' }\n",
    );
    const { problems } = load(
      baseWith({ 'about.page.yaml': text, 'note.part.yaml': part.replace('Second.', "'{{ facts.prize }}'") }),
    );
    expect(problems.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ['expression-unknown-field', 'about.page.yaml', 6, 36],
      ['expression-unknown-field', 'note.part.yaml', 4, 45],
    ]);
  });

  test('an unknown part is reported with the nearest one', () => {
    const { problems } = load(
      baseWith({
        'about.page.yaml': page('  - { type: part, part: nite }\n  - { type: part, part: note }\n'),
        'note.part.yaml': part,
      }),
    );
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([['part-unknown', 'Did you mean note?']]);
  });

  test('anchors of a part can be linked to', () => {
    const { problems } = load(
      baseWith({
        'about.page.yaml': page('  - { type: part, part: note }\n  - { type: text, title: "[To](#two)" }\n'),
        'note.part.yaml': part,
      }),
    );
    expect(problems).toEqual([]);
  });

  test('an unreadable part causes no further errors', () => {
    const { problems } = load(
      baseWith({ 'about.page.yaml': page('  - { type: part, part: note }\n'), 'note.part.yaml': 'part: note\n' }),
    );
    expect(problems.map(({ code, file }) => [code, file])).toEqual([['shape-missing-key', 'note.part.yaml']]);
  });
});

describe('repeated pages', () => {
  const stories =
    'collection: stories\nitems:\n  ana: { name: Ana, host: youtube, video: abc123, cover: shared/ana.svg, age: 40 }\n  bia: { name: "**Bia**", host: panda, video: def456, cover: shared/bia.svg, age: 30 }\n';
  const story = [
    'page: story',
    'forEach: stories',
    "paths: ['/story-{{ item.slug }}', '/stories/{{ item.slug }}']",
    "title: 'The story of {{ item.name }}'",
    "social: { image: '{{ item.cover }}' }",
    'blocks:',
    "  - { type: text, title: '{{ item.name }}', when: item.age > 35 }",
    "  - { type: video, label: Play, provider: '{{ item.host }}', videoId: '{{ item.video }}', poster: 'shared/{{ item.slug }}.svg' }",
    '',
  ].join('\n');
  const files = baseWith({ 'story.page.yaml': story, 'stories.collection.yaml': stories });
  const assets = new Set(['shared/ana.svg', 'shared/bia.svg']);

  test('there is one per item, with the item as a constant', () => {
    const { site, problems } = load(files, assets);
    expect(problems).toEqual([]);
    expect(Object.keys(site?.pages ?? {}).filter((id) => id.startsWith('story'))).toEqual(['story-ana', 'story-bia']);
    expect(site?.routes['/stories/bia']).toEqual({
      page: 'story-bia',
      flow: null,
      step: null,
      canonical: '/story-bia',
    });
    const [ana, bia] = [site?.pages['story-ana'], site?.pages['story-bia']];
    // Values of an item are shown literally, never parsed as markup.
    expect(bia?.title).toBe('The story of **Bia**');
    expect(bia?.social).toEqual({ image: 'shared/bia.svg' });
    expect(ana?.blocks[0]).toMatchObject({ title: 'Ana', when: true });
    // A block that never shows is omitted.
    expect(bia?.blocks[0]).toMatchObject({ provider: 'panda', videoId: 'def456', poster: 'shared/bia.svg' });
    expect(ana?.hash).not.toBe(bia?.hash);
  });

  test('can be linked to', () => {
    const linked = [
      ...files.filter(({ path }) => path !== 'terms.page.yaml'),
      ...baseEdited('terms.page.yaml', 'to: / }', 'to: /story-ana }').filter(({ path }) => path === 'terms.page.yaml'),
    ];
    expect(load(linked, assets).problems).toEqual([]);
  });

  test.each<[string, string, string, [string, number][]]>([
    ['a host that is none', 'host: panda', 'host: vhs', [['item-misfit', 8]]],
    ['a missing name', ', age: 30', '', [['item-shape', 4]]],
    ['another type', 'age: 30', 'age: thirty', [['item-shape', 4]]],
    [
      'a slug of its own',
      'age: 40',
      'slug: x',
      [
        ['item-shape', 3],
        ['item-shape', 4],
      ],
    ],
    ['an asset that is not there', 'shared/bia.svg', 'shared/eva.svg', [['asset-missing', 5]]],
  ])('%s', (_, from, to, wanted) => {
    const edited = baseWith({ 'story.page.yaml': story, 'stories.collection.yaml': stories.replace(from, to) });
    const reported = load(edited, assets).problems.map(({ code, line }) => [code, line]);
    expect(reported.slice(0, wanted.length)).toEqual(wanted);
  });

  test('a part of a repeated page reads the item, and is an error at its own place elsewhere', () => {
    const cover = "part: cover\nblocks:\n  - { type: image, image: '{{ item.cover }}', alt: 'Of {{ item.name }}' }\n";
    const used = { 'story.page.yaml': `${story}  - { type: part, part: cover }\n`, 'cover.part.yaml': cover };
    const { site, problems } = load(baseWith({ ...used, 'stories.collection.yaml': stories }), assets);
    expect(problems).toEqual([]);
    expect(site?.pages['story-bia']?.blocks[1]).toMatchObject({ image: 'shared/bia.svg', alt: 'Of **Bia**' });
    const elsewhere = load(
      baseWith({ 'cover.part.yaml': cover, 'about.page.yaml': page('  - { type: part, part: cover }\n') }),
      assets,
    );
    expect(elsewhere.problems.map(({ code, file }) => [code, file])).toContainEqual([
      'item-outside',
      'cover.part.yaml',
    ]);
  });

  test('an item is only known in a repeated page', () => {
    const { problems } = load(
      baseWith({
        'about.page.yaml':
          "page: about\ntitle: About\npaths: [/about]\nblocks:\n  - { type: text, title: '{{ item.name }}' }\n",
      }),
    );
    expect(problems.map(({ code }) => code)).toEqual(['expression-unknown-name']);
  });
});
