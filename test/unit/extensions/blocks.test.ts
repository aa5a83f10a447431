/** Blocks of a site's own: what they declare, what their views make, and where mistakes are reported. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { colorNames, unknownColors } from '../../../engine/extensions/colors.ts';
import type { Extensions } from '../../../engine/extensions/extensions.ts';
import type { DefinitionFile } from '../../../engine/load/load-site.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { recipesWith } from '../../../renderer/blocks/extension-recipes.ts';
import { recipes } from '../../../renderer/blocks/recipes.ts';
import { shadesOfTheme } from '../../../renderer/theme/palette.ts';
import { colorTokens } from '../../../renderer/theme/tokens.ts';
import type { ExtensionNode } from '../../../schemas/generated/types.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { loadExtensions } from '../../../server/extensions/load.ts';
import { projectRoot } from '../../harness/site-server.ts';

/** A block whose view is the given code. */
const blockWith = (view: string, more = ''): string => `import { defineBlock } from 'funnel-engine/extensions';

export default defineBlock({
  description: 'A quotation.',
  keys: {
    quote: { description: 'What was said.', type: 'text' },
    size: { description: 'How large it is.', type: 'choice', oneOf: ['small', 'large'], optional: true },
    sources: {
      description: 'Where it is from.',
      type: 'list',
      optional: true,
      of: {
        name: { description: 'The name.', type: 'text' },
        to: { description: 'The address.', type: 'href', optional: true },
      },
    },
    picture: { description: 'A portrait.', type: 'asset', optional: true },
  },
  example: { quote: 'Sim.' },
  styles: { root: { padding: '1rem' }, name: { color: 'muted' } },
  view: ({ quote, size, sources = [], picture }, h) => ${view},
  ${more}
});
`;
const plain =
  "h('blockquote', { slot: 'root' }, h('p', null, quote), sources.map(({ name, to }) => (to ? h('a', { to, slot: 'name' }, name) : h('span', null, name))))";

const load = (text: string): Promise<Extensions> => loadExtensions([{ path: '../extensions/blocks/quote.ts', text }]);
const extensions = await load(blockWith(plain));

const site: DefinitionFile = {
  path: 'site.yaml',
  text: 'site: q\nname: Q\nurl: https://q.example\nlocale: pt-BR\ntimeZone: America/Sao_Paulo\ncurrency: BRL\nhome: /\nnotFound: redirect\nfacts: { said: Não. }\n',
};
const pageOf = (block: string): DefinitionFile => ({
  path: 'home.page.yaml',
  text: `page: home\npaths: [/]\ntitle: Home\nsearch: hidden\nblocks:\n  - { type: hero, title: Home }\n  - ${block}\n`,
});
const loaded = (files: readonly DefinitionFile[], own: Extensions = extensions) =>
  loadSite([site, ...files], { hash: fingerprint, extensions: own });
const mistakesOf = (files: readonly DefinitionFile[], own?: Extensions): string[] =>
  loaded(files, own).problems.flatMap(({ code, severity, file, line, column, message }) =>
    severity === 'error' ? [`${code} ${file}:${line}:${column} ${message}`] : [],
  );

test('the colours that are documented for styles are those of the theme', () => {
  const text = readFileSync(join(projectRoot, 'schemas/extensions/extensions.d.ts'), 'utf8');
  const named = /A colour is a\s+\*\s+name of the theme: ([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
  const names = [...named.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(Object.keys(shadesOfTheme({} as never).plain)).toEqual(expect.arrayContaining(names));
});

test('a page changes with the styles of a block', async () => {
  const files = [pageOf("{ type: quote, quote: 'Sim.' }")];
  const other = await load(blockWith(plain).replace("padding: '1rem'", "padding: '2rem'"));
  const hashOf = (own: Extensions) => loaded(files, own).site?.pages['home']?.hash;
  expect(hashOf(extensions)).toBe(hashOf(await load(blockWith(plain))));
  expect(hashOf(other)).not.toBe(hashOf(extensions));
});

test('a block is loaded as the elements of its view, with compiled values', () => {
  const { site: made } = loaded([
    pageOf(
      "{ type: quote, id: q, tone: soft, quote: '{{ facts.said }}', sources: [{ name: '**Ana**', to: /#q }, { name: Rui }] }",
    ),
  ]);
  expect(made?.pages['home']?.blocks[1]).toEqual({
    type: 'extension',
    id: 'q',
    tone: 'soft',
    extension: 'quote',
    root: {
      tag: 'blockquote',
      slot: 'root',
      children: [
        { tag: 'p', children: [{ text: 'Não.' }] },
        { tag: 'a', slot: 'name', to: '/#q', children: [{ text: [{ b: ['Ana'] }] }] },
        { tag: 'span', children: [{ text: 'Rui' }] },
      ],
    } satisfies ExtensionNode,
  });
});

describe('a mistake in a definition is reported at its place', () => {
  test.each([
    ['{ type: quote, quotes: Sim. }', 'shape-unknown-key home.page.yaml:7:20 A quote block has no key quotes.'],
    ['{ type: quote }', 'shape-missing-key home.page.yaml:7:5 A quote block needs the key quote.'],
    [
      '{ type: quote, quote: 5 }',
      'shape-wrong-type home.page.yaml:7:27 This should be a text, but it is the number 5.',
    ],
    ['{ type: quote, quote: S, size: huge }', 'shape-not-one-of home.page.yaml:7:36 huge is not allowed here.'],
    [
      '{ type: quote, quote: S, sources: [A] }',
      'shape-wrong-type home.page.yaml:7:40 This should be a record (keys with values), but it is a text.',
    ],
    [
      '{ type: quote, quote: S, sources: [{ nam: A }] }',
      'shape-unknown-key home.page.yaml:7:42 A quote block has no key nam.',
    ],
    [
      "{ type: quote, quote: '{{ facts.sad }}' }",
      'expression-unknown-field home.page.yaml:7:37 There is no field sad here.',
    ],
    [
      '{ type: quote, quote: S, sources: [{ name: A, to: /gone }] }',
      'link-unknown-route home.page.yaml:7:55 No page or step has the path /gone.',
    ],
    ['{ type: quotes, quote: S }', 'shape-unknown-block home.page.yaml:7:13 There is no block of type quotes.'],
    [
      '{ type: own, extension: quote, root: { tag: script } }',
      'shape-unknown-block home.page.yaml:7:13 There is no block of type own.',
    ],
  ])('%s', (block, mistake) => {
    expect(mistakesOf([pageOf(block)])).toEqual([mistake]);
  });

  test('also in a part, and in a funnel in one file', () => {
    const part = { path: 'a.part.yaml', text: "part: a\nblocks:\n  - { type: quote, quote: '{{ facts.sad }}' }\n" };
    expect(mistakesOf([pageOf('{ type: part, part: a }'), part])).toEqual([
      'expression-unknown-field a.part.yaml:3:37 There is no field sad here.',
    ]);
    const funnel = {
      path: 'f.funnel.yaml',
      text: "funnel: f\npath: [/f]\ntitle: F\nheading: F\nfields:\n  email: email\nblocks:\n  - type: quote\n    quote: '{{ facts.sad }}'\n",
    };
    expect(mistakesOf([pageOf('{ type: quote, quote: S }'), funnel])).toEqual([
      'expression-unknown-field f.funnel.yaml:9:22 There is no field sad here.',
    ]);
  });

  test('not at all where the file of the block is mistaken, which is reported instead', async () => {
    const broken = await load('export default {');
    expect(mistakesOf([pageOf('{ type: quote, quote: S }')], broken).map((each) => each.split(' ')[0])).toEqual([
      'extension-broken',
    ]);
  });
});

describe('a view that does not fit is reported with its reason', () => {
  test.each([
    ["h('script', null, 'alert(1)')", 'A view has no element script.'],
    ["h('p', { onClick: 'x' }, quote)", 'p cannot have onClick.'],
    ["h('p', { slot: 'rot' }, quote)", 'styles has no entry rot for p.'],
    ["h('p', quote)", 'The second argument of h for p are its attributes: write null if it has none.'],
    ["h('a', null, quote)", 'A link is an element a with to.'],
    ["h('img', { image: picture })", 'A picture is an element img with image and alt.'],
    ["h('br', null, quote)", 'br has nothing inside.'],
    ["h('p', null, { html: '<b>' })", 'Inside p there is a value that is neither an element nor a text.'],
    ['quote', 'The view returns no element. Return h(…).'],
    ['sources.first.name', 'Cannot read properties of undefined'],
  ])('%s', async (view, reason) => {
    const { problems, blocks } = await load(blockWith(view));
    expect(problems.map(({ code }) => code)).toEqual(['extension-example']);
    expect(problems[0]?.message).toContain(reason);
    expect(blocks).toEqual({});
  });

  test('where only some values do not fit, at the block that has them', async () => {
    const own = await load(
      blockWith("size === 'large' ? h('p') : h('p', { to: size }, quote)")
        .replace('to: size }', "lang: 'pt' }")
        .replace("h('p') :", "h('b') :"),
    );
    expect(own.problems).toEqual([]);
    expect(mistakesOf([pageOf('{ type: quote, quote: S, size: large }')], own)).toEqual([
      'extension-view home.page.yaml:7:13 The view of quote fails with these values: A view has no element b.',
    ]);
  });
});

test.each([
  [
    'no keys',
    (text: string) => text.replace(/keys: \{[\s\S]*?\n {2}\},\n {2}example/, 'keys: {},\n  example'),
    'keys declares no keys.',
  ],
  [
    'a key of every block',
    (text: string) => text.replace('size:', 'tone:'),
    'A block cannot have a key tone of its own.',
  ],
  [
    'an unknown type of key',
    (text: string) => text.replace("'asset'", "'photo'"),
    'The key picture is not declared completely.',
  ],
  [
    'an example that does not fit',
    (text: string) => text.replace("{ quote: 'Sim.' }", '{ quote: 5 }'),
    'The example does not fit the keys: see quote.',
  ],
  [
    'a style that is none',
    (text: string) => text.replace("padding: '1rem'", 'padding: 1'),
    'A style is no CSS property with a text.',
  ],
  [
    'a colour that the theme does not have',
    (text: string) => text.replace("color: 'muted'", "color: 'accentInk'"),
    'There is no colour accentInk.',
  ],
  [
    'a misspelt colour inside a longer value',
    (text: string) => text.replace("padding: '1rem'", "'&:hover': { border: '1px solid {colors.lien}' }"),
    'There is no colour lien.',
  ],
] as const)('a block with %s is refused', async (_name, change, message) => {
  const { problems } = await load(change(blockWith(plain)));
  expect(problems.map((problem) => problem.message)).toEqual([message]);
});

test('the styles of blocks are recipes of the site, after those of the engine', () => {
  const all = recipesWith({ extensions });
  expect(all.slice(0, -1)).toEqual(recipes);
  expect(all.at(-1)).toEqual({
    className: 'extension-quote',
    slots: ['root', 'name'],
    base: { root: { padding: '1rem' }, name: { color: 'muted' } },
  });
  expect(recipesWith({ extensions })).toBe(all);
  expect(recipesWith({})).toBe(recipes);
});

test('colours of the theme and of CSS are known', () => {
  const styles = { root: { color: 'fg', background: 'white', border: '1px solid red', fill: 'currentColor' } };
  expect(unknownColors({ ...styles, name: { color: '#fff', borderColor: 'good!important', display: 'flex' } })).toEqual(
    [],
  );
  expect(unknownColors({ name: { color: 'mutd' } })).toEqual([{ name: 'mutd', near: 'muted' }]);
  expect([...colorTokens].sort()).toEqual([...colorNames].sort());
});
