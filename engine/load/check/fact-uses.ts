/** Notes about facts and assets that nothing uses. */
import { isObject } from '../../values/is-object.ts';
import type { Draft } from '../link/draft.ts';
import { SourceText } from '../source/source.ts';

/** A fact in a text, with the names below it: `facts.offer.price`. A bracket after it may read any of those below. */
const factName = /\bfacts((?:\s*\.\s*\w+)*)\s*(\[)?/g;
/** A path of an asset in a text. */
const assetPath = /[^\s'"`()[\]{},]*\bassets\/[^\s'"`()[\]{},]+/g;

/**
 * Notes each fact and each asset whose name occurs nowhere. Comments count, so that one can say what an asset is for.
 * @param texts all definitions and the site's extensions
 */
export function checkUnread(draft: Draft, texts: readonly { readonly text: string }[]): void {
  const { memo, site } = draft;
  const read = new Set(memo.each('facts read', texts, [], ({ text }) => factsIn(text)).flat());
  if (!read.has('')) for (const name of Object.keys(site.data.facts ?? {})) noteFacts(draft, [name], read);
  const named = new Set(memo.each('assets named', texts, [], ({ text }) => assetsIn(text)).flat());
  noteAssets(draft, named);
}

/** The facts that a text reads: each as its names, with a point before every one. */
const factsIn = (text: string): string[] =>
  [...text.matchAll(factName)].flatMap(([, names = '', bracket]) =>
    names === '' && bracket === undefined ? [] : [names.replaceAll(/\s/g, '')],
  );

/** Notes a fact that nothing reads, or those below it that nothing reads. */
function noteFacts(draft: Draft, path: readonly string[], read: ReadonlySet<string>): void {
  const name = path.map((each) => `.${each}`).join('');
  const value = path.reduce<unknown>((part, each) => (part as Record<string, unknown>)[each], draft.site.data.facts);
  const below = isObject(value) ? Object.keys(value) : [];
  const deeper = [...read].filter((each) => each.startsWith(`${name}.`));
  if (read.has(name) || deeper.some((each) => !below.includes(each.slice(name.length + 1).split('.')[0] ?? ''))) return;
  if (deeper.length > 0) for (const each of below) noteFacts(draft, [...path, each], read);
  else
    draft.report.add('fact-unused', draft.site, draft.site.place(['facts', ...path], { key: true }), {
      fact: `facts${name}`,
    });
}

/** The paths in a text that may be those of assets, also without what is before them. */
const assetsIn = (text: string): string[] =>
  (text.match(assetPath) ?? []).flatMap((path) => {
    const parts = path.replace(/[.:;!?]+$/, '').split('/');
    return parts.map((_, index) => parts.slice(index).join('/'));
  });

function noteAssets(draft: Draft, named: ReadonlySet<string>): void {
  const { site, pages, flows, emails, documents, report } = draft;
  const used = [site, ...pages.values(), ...flows.values(), ...emails.values(), ...documents.values()].flatMap(
    (source) =>
      draft.contents(source).annotated.flatMap(({ kind, value }) => (kind === 'asset' ? [String(value)] : [])),
  );
  const values = new Set(used);
  for (const path of draft.assets ?? []) {
    // The server has no other files for visitors.
    if (!path.split('/').slice(0, -1).includes('assets')) continue;
    if (!named.has(path) && !values.has(path))
      report.add('asset-unused', new SourceText(path, ''), { offset: 0, length: 1 }, { path });
  }
}
