import { describe, expect, test } from 'vitest';
import { tooDeepAt } from '../../../engine/load/guard/depth.ts';
import { baseWith, codesOf, load } from './fixtures.ts';

describe('nesting is limited before parsing', () => {
  test.each([
    ['indentation', Array.from({ length: 70 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['items on one line', `a:\n  ${'- '.repeat(70)}x`],
    ['brackets', `a: ${'['.repeat(70)}${']'.repeat(70)}`],
    ['braces', `a: ${'{a: '.repeat(70)}1${'}'.repeat(70)}`],
    ['closing brackets in quotes do not count', `a: ${`["]", `.repeat(70)}${']'.repeat(70)}`],
    ['brackets over lines', `a:\n${'  [\n'.repeat(70)}`],
  ])('%s', (_, text) => {
    expect(tooDeepAt(text, 64)).toBeDefined();
  });
  test.each([
    ['a page as it is', 'page: a\nblocks:\n  - type: text\n    items:\n      - { a: [1, 2], b: {c: d} }\n'.repeat(200)],
    ['links and braces in texts', '- text: see [a](b), {{ c }} and [\n'.repeat(200)],
    ['a list of links', '- [a](b)\n- "[x"\n'.repeat(200)],
    ['a comment', `# ${'['.repeat(100)}\na: 1 # ${'{'.repeat(100)}`],
    ['a long flat list', '- a\n'.repeat(5000)],
  ])('accepted: %s', (_, text) => {
    expect(tooDeepAt(text, 64)).toBeUndefined();
  });
});

test.each([
  [
    'indentation',
    (levels: number) => Array.from({ length: levels + 1 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  ],
  ['items', (levels: number) => `a:\n${'- '.repeat(levels)}x`],
  ['brackets', (levels: number) => `a: ${'['.repeat(levels)}${']'.repeat(levels)}`],
])('the depth limit of %s is exact', (_, nested) => {
  expect(tooDeepAt(nested(8), 8)).toBeUndefined();
  expect(tooDeepAt(nested(9), 8)).toBeDefined();
});

describe('hostile files are refused quickly', () => {
  const hostile: Record<string, string> = {
    'open brackets': '['.repeat(500_000),
    'open quotes in brackets': `["${'[ "'.repeat(120_000)}`,
    'nested items': '- '.repeat(250_000),
    'explicit keys': '? '.repeat(250_000),
    'laughing aliases': [
      'a0: &a0 [x,x,x,x,x,x,x,x,x]',
      ...Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`),
    ].join('\n'),
    'an alias of itself': 'page: &a [*a]\n',
    'anchors on everything': '&a '.repeat(100_000),
    'a key that is a map': '? {a: b}\n: c\n',
    'a prototype': 'page: a\n"__proto__": { paths: [/x] }\nblocks: [{ type: hero, title: Hello }]\n',
    'no text at all': '\u0000\u0001',
    'half a surrogate': 'page: "\ud800"\nblocks: [{ type: hero, title: Hello }]\n',
    'two documents': 'page: a\nblocks: [{ type: hero, title: Hello }]\n---\npage: b\nblocks: []\n',
    'a tag': 'page: !!js/function "x"\nblocks: [{ type: hero, title: Hello }]\n',
  };
  /** Processor seconds for loading the base site with this file. */
  const costOf = (text: string): { seconds: number; loaded: ReturnType<typeof load> } => {
    const before = process.cpuUsage();
    const loaded = load(baseWith({ 'bad.page.yaml': text }));
    const { user, system } = process.cpuUsage(before);
    return { seconds: (user + system) / 1e6, loaded };
  };
  // As long as the longest hostile file, but harmless: a busy or slow machine affects both alike.
  const plain = costOf(`page: a\nblocks:\n${'  - type: text\n    title: x\n'.repeat(17_000)}`);

  test.each(Object.keys(hostile))('%s', (name) => {
    const { seconds, loaded } = costOf(hostile[name] ?? '');
    const { site, problems } = loaded;
    expect(site).toBeNull();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThan(50);
    expect(seconds).toBeLessThan(3 * plain.seconds);
    expect(({} as Record<string, unknown>)['paths']).toBeUndefined();
  });
});

test('1 MB is the size limit of a file', () => {
  const text = (bytes: number) => {
    const head = 'page: big\ntitle: Big\npaths: [/big]\nblocks: [{ type: hero, title: Hello }]\n# ';
    return head + 'é'.repeat(Math.floor((bytes - head.length) / 2)) + ((bytes - head.length) % 2 ? '.' : '');
  };
  expect(load(baseWith({ 'big.page.yaml': text(1024 * 1024) })).problems).toEqual([]);
  expect(codesOf(load(baseWith({ 'big.page.yaml': text(1024 * 1024 + 1) })).problems)).toEqual(['file-too-big']);
});
