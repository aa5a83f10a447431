import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { BlockPlace } from '../../../engine/definition.ts';
import { pageMessages } from '../../../engine/messages/catalogue.ts';
import { blockViews } from '../../../renderer/blocks/generated/views.ts';
import { sourcesOf } from '../../../renderer/document/sources.ts';
import { isPlain } from '../../../renderer/islands/plain-flow.ts';
import { createView } from '../../../renderer/parts/create-view.tsx';
import type { Block } from '../../../schemas/generated/types.ts';

const overlays = { vip: '/oficina/vip' };
const site = { name: 'Casa', home: '/', messages: pageMessages({ locale: 'pt-BR' }), overlays };
const view = createView({ views: blockViews, scope: { limit: 70 }, site });
const draw = (...blocks: object[]): string => renderToStaticMarkup(view.blocks(blocks as Block[], 1));
const document = (html: string): string => html.replaceAll('&quot;', '"');

const scrolled = ['>', ['.', ['$', 'page'], 'scroll'], ['$', 'limit']];

describe('a block whose condition reads the page', () => {
  test('is rendered hidden with its condition, whose other names are replaced by values', () => {
    expect(document(draw({ type: 'text', when: scrolled, body: [{ p: 'Oi' }] }))).toContain(
      '<div data-when="[">",[".",["$","page"],"scroll"],["#",70]]" hidden="">'.replace('">"', '"&gt;"'),
    );
  });

  test('is rendered visible if it is true at first', () => {
    const html = draw({ type: 'text', when: ['==', ['.', ['$', 'page'], 'pressed'], 0], body: [{ p: 'Oi' }] });
    expect(html).toContain('data-when');
    expect(html).not.toContain('hidden=""');
  });

  test('does not take the page heading', () => {
    const html = draw(
      { type: 'text', when: scrolled, title: 'Um', body: [{ p: 'a' }] },
      { type: 'text', title: 'Dois', body: [{ p: 'b' }] },
    );
    expect(html).toMatch(/<h1[^>]*>Dois</);
    expect(html).toMatch(/<h2[^>]*>Um</);
  });

  test('any other condition is decided when rendering', () => {
    expect(draw({ type: 'text', when: ['>', ['$', 'limit'], 80], body: [{ p: 'Oi' }] })).toBe('');
  });
});

describe('an action', () => {
  const action = (more: object): string => document(draw({ type: 'actions', actions: [{ label: 'Ir', ...more }] }));

  test('that opens an overlay is a link to its page, marked as a dialog', () => {
    expect(action({ open: 'vip' })).toContain('<a href="/oficina/vip"');
    expect(action({ open: 'vip' })).toContain('data-open="vip" aria-haspopup="dialog" data-press=""');
  });

  test('carries its event with its values', () => {
    const track = { name: 'Lead', idPrefix: 'lead', params: { share: ['$', 'limit'] }, user: {} };
    expect(action({ to: '/x', track })).toContain(
      'data-event="{"event":"Lead","prefix":"lead","data":{"share":70},"user":{}}"',
    );
  });
});

test('a page may load from its players’ and pixel’s hosts only', () => {
  const players = [
    { host: 'vimeo', video: '1' },
    { host: 'elsewhere', video: '2' },
  ];
  expect(sourcesOf(players, null)).toEqual({
    frames: ['https://player.vimeo.com'],
    scripts: [],
    images: [],
    connections: [],
  });
  expect(
    sourcesOf([], { script: 'https://connect.facebook.net/en_US/fbevents.js', hosts: ['www.facebook.com'] }),
  ).toEqual({
    frames: [],
    scripts: ['https://connect.facebook.net'],
    images: ['https://www.facebook.com'],
    connections: ['https://connect.facebook.net', 'https://www.facebook.com'],
  });
});

test('an island knows before rendering whether a flow has less common blocks', () => {
  const held = (...types: readonly Block['type'][]): BlockPlace[] =>
    types.map((type) => ({ block: { type } as Block, parent: null, players: [] }));
  expect(isPlain(held('hero', 'form'))).toBe(true);
  expect(isPlain(held('hero', 'split', 'form'))).toBe(false);
  expect(isPlain(held('hero', 'pricing'))).toBe(false);
});
