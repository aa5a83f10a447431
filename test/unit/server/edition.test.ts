/** The cost of a request for a page: a look-up, once its place is known. */
import { expect, test } from 'vitest';
import type { IntakeDefinition, Route, SiteDefinition } from '../../../engine/definition.ts';
import { Memo } from '../../../engine/memo/memo.ts';
import { createEdition, type EditionParts } from '../../../server/pages/edition.ts';
import { base, load } from '../load/fixtures.ts';

const site = load(base).site as SiteDefinition;
const bundles = { quiz: '/_f/flows/quiz.1.json' };

/** A site that counts the reads of one of its parts. */
function counted(): { readonly site: SiteDefinition; reads(): number } {
  let count = 0;
  const proxy = new Proxy(
    { ...site },
    {
      get(target, key) {
        count += 1;
        return Reflect.get(target, key);
      },
    },
  );
  return { site: proxy, reads: () => count };
}

const editionOf = (more: Partial<EditionParts> = {}) =>
  createEdition({ site, origin: 'https://x.example', bundles, formMessages: {} as never, picture: () => '', ...more });
const routeAt = (path: string): Route => site.routes[path] as Route;

test('a place is computed once', () => {
  const watched = counted();
  const edition = editionOf({ site: watched.site });
  const first = edition.placeOf(routeAt('/quiz'));
  const reads = watched.reads();
  expect(reads).toBeGreaterThan(0);
  expect(edition.placeOf(routeAt('/quiz'))).toBe(first);
  expect(watched.reads()).toBe(reads);
});

test('a place has its visibility and the hosts its forms may redirect to', () => {
  const edition = editionOf();
  expect(edition.placeOf(routeAt('/quiz'))).toMatchObject({
    isPerVisitor: false,
    isHidden: false,
    flows: ['quiz'],
    redirectHosts: ['chat.example'],
  });
  expect(edition.placeOf(routeAt('/contact'))).toMatchObject({ isPerVisitor: true, isHidden: true });
  expect(edition.placeOf(routeAt('/terms'))).toMatchObject({ isPerVisitor: false, flows: [], redirectHosts: [] });
  expect(edition.missing).toMatchObject({ isHidden: true, route: { page: 'lost', canonical: '' } });
});

test('a fingerprint depends only on the page’s inputs', () => {
  const fingerprint = (path: string, more?: Partial<EditionParts>): string =>
    editionOf(more).placeOf(routeAt(path)).fingerprint;
  const other = { bundles: { quiz: '/_f/flows/quiz.2.json' } };
  expect(fingerprint('/quiz', other)).not.toBe(fingerprint('/quiz'));
  expect(fingerprint('/terms', other)).toBe(fingerprint('/terms'));
  expect(fingerprint('/quiz')).not.toBe(fingerprint('/'));
  expect(fingerprint('/terms', { origin: 'https://y.example' })).not.toBe(fingerprint('/terms'));
});

test('a fingerprint depends on what protects the forms', () => {
  const lead = site.intakes['lead'] as IntakeDefinition;
  const protectedBy = (protect: Partial<IntakeDefinition['protect']>): string => {
    const intakes = { ...site.intakes, lead: { ...lead, protect: { ...lead.protect, ...protect } } };
    return editionOf({ site: { ...site, intakes } }).placeOf(routeAt('/quiz')).fingerprint;
  };
  expect(new Set([protectedBy({}), protectedBy({ honeypot: true }), protectedBy({ fastest: 3 })]).size).toBe(3);
});

test('a later version computes only the places that an edit changed', () => {
  const memo = new Memo();
  const editions = [site, { ...site, pages: { ...site.pages, terms: { ...site.pages['terms'], hash: 'x' } } }].map(
    (each) => {
      const parts = { origin: 'https://x.example', bundles, formMessages: {} as never, picture: () => '' };
      return createEdition({ site: each as SiteDefinition, ...parts }, memo);
    },
  );
  const [before, after] = editions;
  expect(after?.placeOf(routeAt('/quiz'))).toBe(before?.placeOf(routeAt('/quiz')));
  expect(after?.placeOf(routeAt('/terms')).fingerprint).not.toBe(before?.placeOf(routeAt('/terms')).fingerprint);
});
