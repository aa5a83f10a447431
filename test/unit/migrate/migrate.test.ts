import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Report } from '../../../engine/errors/report.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { alignComments } from '../../../engine/migrate/alignment.ts';
import { migrateFile } from '../../../engine/migrate/migrate.ts';
import { placeBelow, recordPlace, rootPlace } from '../../../engine/vocabulary/places.ts';
import type { FileKind, SchemaPlan } from '../../../engine/vocabulary/plan.ts';
import { renamedWords } from '../../../engine/vocabulary/renames.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';

const folder = fileURLToPath(new URL('../../fixtures/old-words', import.meta.url));
const old = readdirSync(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

function migrated(file: { path: string; text: string }) {
  const report = new Report();
  const result = migrateFile(file, report);
  expect(report.problems).toEqual([]);
  return result as NonNullable<typeof result>;
}

const load = (files: readonly { path: string; text: string }[]) =>
  loadSite(files, {
    hash: fingerprint,
    assets: new Set(['sample/seal.svg']),
    now: Date.parse('2026-11-20T12:00:00Z'),
  });

const page = (text: string) => ({ path: 'x.page.yaml', text });

describe('a site in old words', () => {
  const files = old.map((file) => ({ path: file.path, text: migrated(file).text }));

  test('is refused with the new words, and accepted once it is migrated', () => {
    const errors = load(old).problems.filter(({ severity }) => severity === 'error');
    const others = errors.filter(({ code, hint = '' }) => code !== 'shape-renamed-key' && !/is now/.test(hint));
    expect(errors.length).toBeGreaterThan(0);
    expect(others).toEqual([]);
    expect(load(files).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(load(files).site).not.toBeNull();
  });

  test('has every word of the table', () => {
    const there = new Set(old.flatMap((file) => migrated(file).renames.map(({ was, now }) => `${was} ${now}`)));
    expect(renamedWords.map(({ was, now }) => `${was} ${now}`).filter((word) => !there.has(word))).toEqual([]);
  });

  test.each(files)('$path is not changed again', ({ path, text }) => {
    expect(migrated({ path, text })).toEqual({ text, renames: [] });
  });

  test.each(old)('$path keeps its comments, and its layout where words only change their names', ({ path, text }) => {
    const comments = (lines: string) => lines.split('\n').flatMap((line) => /(?:^|\s)(#.*)/.exec(line)?.[1] ?? []);
    const result = migrated({ path, text });
    expect(comments(result.text).sort()).toEqual(comments(text).sort());
    if (result.renames.some(({ now }) => now.includes('.'))) return;
    const shape = (lines: string) => lines.split('\n').map((line) => /^[\s-]*/.exec(line)?.[0]);
    expect(shape(result.text)).toEqual(shape(text));
  });

  test.each(old)('$path keeps line ends of Windows', ({ path, text }) => {
    const { text: lines } = migrated({ path, text });
    expect(migrated({ path, text: text.replaceAll('\n', '\r\n') }).text).toBe(lines.replaceAll('\n', '\r\n'));
  });
});

test('only words of the vocabulary are renamed, not names of the author', () => {
  const text = `site: s
facts: { hosts: 1, events: { moment: 2 }, said: "{{ events.a.moment }} and events.a.moment" }
masks: { layouts: { layouts: ['#'] } }
hosts: [a.example]
`;
  const { text: result, renames } = migrated({ path: 'site.yaml', text });
  expect(result).toBe(`site: s
facts: { hosts: 1, events: { moment: 2 }, said: "{{ calendar.a.phase }} and events.a.moment" }
masks: { layouts: { formats: ['#'] } }
allowedHosts: [a.example]
`);
  expect(renames).toEqual([
    { line: 2, was: 'events', now: 'calendar' },
    { line: 2, was: 'moment', now: 'phase' },
    { line: 3, was: 'layouts', now: 'formats' },
    { line: 4, was: 'hosts', now: 'allowedHosts' },
  ]);
});

test('expressions are rewritten where a name is read, and nowhere else', () => {
  const text = `page: p
blocks:
  - type: text
    when: "events.a.moment == 'events.a.moment' && item.events != events.b.moment"
    title: "{{ events.a.moment == 'x' ? \\"events\\" : facts.events }} events {{ texts.events }}"
`;
  expect(migrated(page(text)).text).toBe(`page: p
blocks:
  - type: text
    when: "calendar.a.phase == 'events.a.moment' && item.events != calendar.b.phase"
    title: "{{ calendar.a.phase == 'x' ? \\"events\\" : facts.events }} events {{ texts.events }}"
`);
});

test('quotes stay, and what an alias repeats is rewritten once', () => {
  const text = `page: p
blocks:
  - &one
    type: hero
    "picture": a/b.svg
    'pictureSize': small
  - *one
`;
  expect(migrated(page(text)).text).toBe(text.replace('picture"', 'image"').replace('pictureSize', 'imageSize'));
});

test('comments stay in their columns, texts that look like them are not changed', () => {
  const text = `page: p       # one
each: stories # two
role: not-found
blocks:
  - type: hero
    picture: a/b.svg     # three
    fallback:  c/d.svg  # four
    title: 'no  # comment'
`;
  expect(migrated(page(text)).text).toBe(`page: p       # one
forEach: stories # two
role: not-found
blocks:
  - type: hero
    image: a/b.svg       # three
    fallbackImage:  c/d.svg # four
    title: 'no  # comment'
`);
  const quoted = `page: p\nblocks:\n  - { type: hero, title: '{{ events.a.moment }}  # not a comment' }\n`;
  expect(migrated(page(quoted)).text).toBe(quoted.replace('events.a.moment', 'calendar.a.phase'));
});

test('a key whose new word is there as well is left to its author', () => {
  const text = 'page: p\neach: a\nforEach: b\nblocks: []\n';
  expect(migrated(page(text))).toEqual({ text, renames: [] });
});

describe('entries that belong into a record', () => {
  const api = (text: string) => ({ path: 'x.api.yaml', text: `api: a\nintakes:\n${text}` });
  const moved = (text: string) => {
    const { text: result, renames } = migrated(api(text));
    return { text: result.split('\n').slice(2).join('\n'), renames };
  };

  test('move to its end with their comments, and the comments of others stay', () => {
    const { text, renames } = moved(`  one:
    post: /api/one
    # why it closes
    # and when
    closed: Late.   # text
    errors:
      notFound: None.
    refused: >-
      Two
      # lines.
    # of the limit
    limit: 5
    refusal:
      ok: 'false'
      # of ok

      # also of ok
    # of the owner
    owned: true
`);
    expect(text).toBe(`  one:
    post: /api/one
    errors:
      notFound: None.
      # why it closes
      # and when
      closed: Late.   # text
      invalid: >-
        Two
        # lines.
      response:
        ok: 'false'
        # of ok

        # also of ok
    # of the limit
    rateLimit: 5
    # of the owner
    ownerOnly: true
`);
    expect(renames).toEqual([
      { line: 7, was: 'closed', now: 'errors.closed' },
      { line: 10, was: 'refused', now: 'errors.invalid' },
      { line: 14, was: 'limit', now: 'rateLimit' },
      { line: 15, was: 'refusal', now: 'errors.response' },
      { line: 21, was: 'owned', now: 'ownerOnly' },
    ]);
  });

  test('get a new one at the first of them, also at the end of a file without a line break', () => {
    expect(moved('  one:\n    refused: A # a\n    limit: 3\n\n    unknown: B\n    closed: Late.').text).toBe(
      '  one:\n    errors:\n      invalid: A # a\n      notFound: B\n      closed: Late.\n    rateLimit: 3\n\n',
    );
    expect(moved("  one:\n    refusal:\n      ok: 'a'\n      # of ok").text).toBe(
      "  one:\n    errors:\n      response:\n        ok: 'a'\n        # of ok",
    );
    expect(moved('  one:\n    post: /x\n    closed:\n').text).toBe(
      '  one:\n    post: /x\n    errors:\n      closed:\n',
    );
  });

  test('get a new one in braces', () => {
    expect(moved('  one: { refused: A, post: /x, closed: B, limit: 5 }\n').text).toBe(
      '  one: { errors: { invalid: A, closed: B }, post: /x, rateLimit: 5 }\n',
    );
    expect(moved('  one: { post: /x, refused: , limit: 5 }\n').text).toBe(
      '  one: { post: /x, errors: { invalid:  }, rateLimit: 5 }\n',
    );
  });

  test.each([
    '  one:\n    errors: { notFound: None. }\n    closed: Late.\n',
    '  one:\n    errors: None.\n    closed: Late.\n',
    '  one:\n    errors:\n    closed: Late.\n',
    '  one: { refused: A, errors: { notFound: B } }\n',
    '  one:\n    ? closed\n    : Late.\n',
    '  one:\n    ? post\n    : /x\n    closed: Late.\n',
    '  one:\n    errors:\n      ? notFound\n      : None.\n    closed: Late.\n',
  ])('stay where the layout does not allow it: %j', (text) => expect(moved(text)).toEqual({ text, renames: [] }));
});

test('a name in an expression is rewritten with its member, with spaces between them', () => {
  const when = (code: string) => {
    const { text } = migrated(page(`page: p\nblocks:\n  - type: text\n    when: >-\n      ${code}\n`));
    return text.split('\n').slice(4).join('\n').trim();
  };
  expect(when('events . a . moment == 1')).toBe('calendar . a . phase == 1');
  expect(when('events.a.other == events.moment')).toBe('calendar.a.other == calendar.moment');
  expect(when('events(1) == facts . events')).toBe('events(1) == facts . events');
  expect(when('eventsToo == events')).toBe('eventsToo == calendar');
  expect(when(`'a\\' events.a.moment' == "b\\" events" + events.a.moment`)).toBe(
    `'a\\' events.a.moment' == "b\\" events" + calendar.a.phase`,
  );
  expect(when('events + a.b.moment')).toBe('calendar + a.b.moment');
  expect(when('events.a')).toBe('calendar.a');
  expect(when('events.a == moment')).toBe('calendar.a == moment');
  expect(when('events == a.moment')).toBe('calendar == a.moment');
  expect(when('events + a.moment')).toBe('calendar + a.moment');
  expect(when('events.a + moment')).toBe('calendar.a + moment');
  expect(when('events.a.moment.b + moments')).toBe('calendar.a.phase.b + moments');
  expect(when('events.a.moments')).toBe('calendar.a.moments');
  expect(when('events')).toBe('calendar');
  expect(when('[events,events.b]')).toBe('[calendar,calendar.b]');
});

test('addresses, files and texts of several lines are rewritten in their braces', () => {
  const text = `page: p
blocks:
  - type: actions
    actions: [{ label: A, to: '/{{ events.a.moment }}' }]
  - { type: hero, image: 'a/{{ events.a.moment }}.svg' }
  - type: text
    title: |-
      a {{ events.a.moment }}
      {{ events.b.moment }} events
`;
  const now = text.replaceAll(/events\.(.)\.moment/g, 'calendar.$1.phase');
  expect(migrated(page(text)).text).toBe(now);
});

test('the texts of an author are rewritten in their braces only', () => {
  const flow = (texts: string) =>
    migrated({ path: 'x.flow.yaml', text: `flow: f\ntexts: ${texts}\n` }).text.split('\n')[1];
  expect(flow('{ a: ["{{ events.a.moment }}", { b: "{{ events.a.moment }} events" }], c: 1 }')).toBe(
    'texts: { a: ["{{ calendar.a.phase }}", { b: "{{ calendar.a.phase }} events" }], c: 1 }',
  );
  expect(flow(`{ a: "{{ '}}' + events.a.moment }} {{ events.b" }`)).toBe(
    `texts: { a: "{{ '}}' + calendar.a.phase }} {{ events.b" }`,
  );
  expect(flow('{ a: "{{ ev\\u0065nts }}" }')).toBe('texts: { a: "{{ ev\\u0065nts }}" }');
  const collection = (items: string) =>
    migrated({ path: 'x.collection.yaml', text: `collection: c\nitems:\n${items}` }).text;
  expect(collection('  a: { title: "{{ events.a.moment }}", events: 1 }\n')).toContain(
    '  a: { title: "{{ calendar.a.phase }}", events: 1 }\n',
  );
});

test('paths are rewritten in their braces, also behind a text that contains braces', () => {
  const path = `/{{ "a \\" }}" + events.a.moment }}-{{ 'b \\' }}' + events.b.moment }}-events`;
  const text = `page: p\npaths:\n  - >-\n    ${path}\nblocks: []\n`;
  expect(migrated(page(text)).text).toBe(text.replaceAll(/events\.(.)\.moment/g, 'calendar.$1.phase'));
});

test('a file without a definition has nothing to rewrite', () => {
  const report = new Report();
  expect(migrateFile(page('# page: p\n'), report)).toBeUndefined();
  expect(report.problems).toHaveLength(1);
});

describe('comments behind renamed words', () => {
  test.each([
    ['old: 1    # a', 'newer: 1    # a', 'newer: 1  # a'],
    ['older: 1  # a', 'new: 1  # a', 'new: 1    # a'],
    // No room is left: one space stays.
    ['old: 1  # a', 'muchlonger: 1  # a', 'muchlonger: 1 # a'],
    ['old: 1 # a', 'newer: 1 # a', 'newer: 1 # a'],
    ['same: 1    # a', 'same: 1    # a', 'same: 1    # a'],
    ['old: 1    # a', 'newer: 1    # b', 'newer: 1    # b'],
    ['old: 1', 'newer: 1    # b', 'newer: 1    # b'],
    ['old: 1    # b', 'newer: 1', 'newer: 1'],
    ['old: 1  # a  # b', 'newer: 1  # a  # b', 'newer: 1  # a # b'],
    ['', 'newer: 1    # b', 'newer: 1    # b'],
    ['a: 1\nold: 1    # a\r', 'a: 1\nnewer: 1    # a\r', 'a: 1\nnewer: 1  # a\r'],
  ])('%j as %j: %j', (before, after, aligned) => expect(alignComments(before, after)).toBe(aligned));
});

test('a file that cannot be parsed is refused with its errors', () => {
  const report = new Report();
  expect(migrateFile(page('page: p\n\teach: a\n'), report)).toBeUndefined();
  expect(report.problems.map(({ code, line }) => [code, line])).toEqual([['yaml-tab', 2]]);
});

describe('the table', () => {
  /** Every place of the vocabulary with its plan. */
  const places = new Map<string, SchemaPlan>();
  const entered = new Set<SchemaPlan>();
  const enter = (place: ReturnType<typeof rootPlace>): void => {
    if (entered.has(place.plan) || place.plan.kind !== undefined) return;
    entered.add(place.plan);
    // An item has the name of its list.
    if (place.plan.properties !== undefined) places.set(place.name, place.plan);
    for (const type of place.plan.byType?.keys() ?? []) enter(recordPlace(place, { type }));
    for (const segment of [...(place.plan.properties?.keys() ?? []), '', 0]) {
      const below = placeBelow(place, segment);
      if (below !== undefined) enter(below);
    }
  };
  for (const kind of ['site', 'page', 'flow', 'form', 'api', 'part', 'collection'] satisfies FileKind[])
    enter(rootPlace(kind));

  test.each(renamedWords)('$place: $was is a word no more, $now is one', ({ place, was, now, where, values }) => {
    const plan = places.get(place);
    expect(plan?.properties).toBeDefined();
    if (where === undefined) expect(plan?.properties?.has(was)).toBe(false);
    const found = now.split('.').reduce<SchemaPlan | undefined>((at, segment) => at?.properties?.get(segment), plan);
    expect(found).toBeDefined();
    for (const value of Object.values(values ?? {})) expect(value).not.toBe('');
  });
});
