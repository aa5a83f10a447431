import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { formMessages } from '../../../engine/messages/catalogue.ts';
import { createBundles } from '../../../server/pages/bundles.ts';

let reads = 0;

/** A part of a bundle that counts how often it is serialized. */
const part = (text: string) => ({
  get text() {
    reads += 1;
    return text;
  },
});

const messages = formMessages({ locale: 'pt-BR' });

/** The bundles of a site whose flows are `parts`. */
function drafts() {
  let parts: Readonly<Record<string, unknown>> = {};
  let made = 0;
  const bundles = createBundles({
    bundle: (_, flow) => {
      made += 1;
      return { flow: parts[flow], site: { name: 'Site', hosts: [] } };
    },
  });
  return {
    /** How many bundles the renderer has made. */
    made: () => made,
    bundles,
    draft: (
      flows: Readonly<Record<string, unknown>>,
      locale = 'pt-BR',
      pages: Readonly<Record<string, unknown>> = {},
    ) => {
      parts = flows;
      reads = 0;
      const axes = { phase: {}, locale, brand: 'casa', variant: 'main' };
      const draft = bundles.draft(
        { axes, flows, pages, forms: {}, index: { flows: {} } } as unknown as SiteDefinition,
        messages,
      );
      return { ...draft, reads };
    },
  };
}

test('only the bundles of changed flows are serialized', () => {
  const { draft, made } = drafts();
  const flows = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, part(`${index}`)]));
  const first = draft(flows);
  expect(first.reads).toBe(20);
  const same = draft({ ...flows });
  expect(same.reads).toBe(0);
  expect(same.addresses).toEqual(first.addresses);
  const { f3: _, ...others } = flows;
  const edited = draft({ ...others, f3: part('edited') });
  expect(edited.addresses['f3']).not.toBe(first.addresses['f3']);
  expect({ ...edited.addresses, f3: '' }).toEqual({ ...first.addresses, f3: '' });
  // Those of the changed flow: once to compare it, once to serialize it; and of the flow before it.
  expect(edited.reads).toBeLessThanOrEqual(3);
  expect(made()).toBe(21);
});

test('a flow whose parts are in another order has another bundle', async () => {
  const { bundles, draft } = drafts();
  const one = draft({ f: { steps: { a: 1, b: 2 } } });
  const other = draft({ f: { steps: { b: 2, a: 1 } } });
  expect(other.addresses['f']).not.toBe(one.addresses['f']);
  other.publish();
  const file = (other.addresses['f'] as string).split('/').at(-1) as string;
  expect((await bundles.find(file))?.bodies.identity?.toString()).toContain('{"b":2,"a":1}');
});

test('a bundle is made again when a page that shows its flow changes', () => {
  const { draft, made } = drafts();
  const flows = { f: { flow: 'f', page: 'p' }, g: { flow: 'g' } };
  const page = { page: 'p', overlays: { more: { flow: 'g' } } };
  draft(flows, 'pt-BR', { p: page, q: { page: 'q' } });
  expect(made()).toBe(2);
  draft(flows, 'pt-BR', { p: page, q: { page: 'q' } });
  expect(made()).toBe(2);
  draft(flows, 'pt-BR', { p: { ...page }, q: { page: 'q' } });
  expect(made()).toBe(4);
});

test('an empty list and an empty record are different', () => {
  const { draft } = drafts();
  expect(draft({ f: [] }).addresses).not.toEqual(draft({ f: {} }).addresses);
});

test('each value of the axes is compared with its own draft before, and shares what does not differ', () => {
  const { draft, made } = drafts();
  const shared = part('shared');
  const flows = (own: unknown) => ({ shared, own });
  const [first, second] = [part('one'), part('two')];
  const one = draft(flows(first), 'pt-BR');
  const two = draft(flows(second), 'es-ES');
  expect(two.addresses['shared']).toBe(one.addresses['shared']);
  expect(two.addresses['own']).not.toBe(one.addresses['own']);
  expect(made()).toBe(3);
  expect(draft(flows(first), 'pt-BR').addresses).toEqual(one.addresses);
  expect(draft(flows(second), 'es-ES').addresses).toEqual(two.addresses);
  expect(made()).toBe(3);
});
