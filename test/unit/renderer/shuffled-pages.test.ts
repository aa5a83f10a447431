/** Pages with options in a random order: what caches share has none, and a recorded visit is drawn in its own. */
import { expect, test } from 'vitest';
import { formMessages } from '../../../engine/messages/catalogue.ts';
import { startSession } from '../../../engine/session/session.ts';
import { shuffled } from '../../../engine/values/shuffle.ts';
import { createBareRenderer } from '../../harness/bare-renderer.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';

const site = await loadFunnels(fixtureFolder('short'));
const renderer = createBareRenderer({
  inlined: { boot: '', hold: '', preload: '', shuffle: 'order()', overlays: '', glance: '' },
  code: '/island.js',
});
const factsAt = (path: string) => {
  const route = site.routes[path];
  if (route === undefined) throw new RangeError(`There is no ${path}.`);
  return {
    ...{ site, route, hidden: false, origin: 'https://casa.example', bundles: {} },
    formMessages: formMessages(site.site),
    picture: () => '/card.png',
  };
};
const inFile = ['preco', 'prazo', 'fama', 'perto', 'outro'];
const orderIn = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*name="motivo"[^>]*>/g)].map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
const scriptsIn = (html: string): number => html.split('<script>order()</script>').length - 1;

test('a page for everybody has the order of the file, and the script behind its island and before the boot script', () => {
  const { html, inlineScripts } = renderer.renderStatic(factsAt('/pesquisa'));
  expect(orderIn(html)).toEqual(inFile);
  expect(scriptsIn(html)).toBe(2);
  expect(inlineScripts).toContain('order()');
  expect(html).toContain('data-shuffled=');
  expect(html).toContain('[data-shuffled]:not([data-order]) form{');
});

test('a page without shuffled options has no such script', () => {
  const { html, inlineScripts } = renderer.renderStatic(factsAt('/aviso'));
  expect([scriptsIn(html), html.includes('data-shuffled')]).toEqual([0, false]);
  expect(inlineScripts).not.toContain('order()');
});

test('a bundle names what its island has to fetch', () => {
  const bundleOf = (flow: string) => renderer.bundle(site, flow, formMessages(site.site));
  expect(bundleOf('pesquisa')).toMatchObject({ more: true, shuffled: true });
  expect(bundleOf('sorteio')).toMatchObject({ more: true, shuffled: true });
  expect(bundleOf('nivel')).not.toHaveProperty('shuffled');
  expect(bundleOf('nivel')).not.toHaveProperty('more');
});

test('a recorded visit is drawn in its order', () => {
  const compiled = compiledFlow(site, 'pesquisa');
  const input = { screen: null, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved: {} };
  const { session } = startSession(compiled, input);
  const visit = {
    ...{ session, log: { input, events: [] }, toasts: [], address: null, sealed: null, opened: null, over: false },
  };
  const drawn = (order: string): string[] =>
    orderIn(renderer.renderSession(factsAt('/pesquisa'), { ...visit, order }).html);
  const orders = ['1f0k3q9z7m2x5c8v', '2f0k3q9z7m2x5c8v', '3f0k3q9z7m2x5c8v'];
  for (const order of orders)
    expect(drawn(order)).toEqual(shuffled(inFile, `${order}\nmotivo`, (value) => (value === 'outro' ? null : value)));
  expect(new Set(orders.map((order) => drawn(order).join())).size).toBeGreaterThan(1);
  expect(orderIn(renderer.renderSession(factsAt('/pesquisa'), visit).html)).toEqual(inFile);
});
