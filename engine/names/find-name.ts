/** Finds what an author means by a name. */
import { nearest } from '../errors/nearest.ts';
import { kindOfKey, type NameKey, nameKinds, ownName, qualifiedName } from './name.ts';
import type { SameValue } from './same-value.ts';

export type FoundName =
  | { readonly found: 'one'; readonly key: NameKey }
  /** Several things have the name. */
  | { readonly found: 'several'; readonly keys: readonly NameKey[] }
  /** Nothing has it. */
  | { readonly found: 'none'; readonly near: string | undefined };

/** Splits a kind from a name: `field:contact.email`. */
function partsOf(written: string): { readonly kind: string | null; readonly name: string } {
  const kind = /^([a-z-]+):/.exec(written)?.[1];
  return kind !== undefined && Object.hasOwn(nameKinds, kind)
    ? { kind, name: written.slice(kind.length + 1) }
    : { kind: null, name: written };
}

/**
 * @param written a name, with what it belongs to and its kind if there are several: `email`, `contact.email`,
 * `field:contact.email`
 * @param names every name of the site, with those that are the same value
 */
export function findName(written: string, names: SameValue): FoundName {
  const { kind, name } = partsOf(written.replace(/^facts\./, 'fact:'));
  const keys = [...names.keys()].filter((key) => kind === null || kindOfKey(key) === kind);
  const whole = keys.filter((key) => qualifiedName(key) === name);
  const matches = whole.length > 0 ? whole : keys.filter((key) => matchesEnd(key, name));
  // The names of one value count once: as the field, which authors see.
  const distinct = [...new Set(matches.map((key) => (kind === null ? (names.get(key)?.[0] ?? key) : key)))];
  const [only] = distinct;
  if (only !== undefined)
    return distinct.length === 1 ? { found: 'one', key: only } : { found: 'several', keys: distinct };
  const candidates = new Map(
    keys.flatMap((key) => [[ownName(key), ownName(key)] as const, [qualifiedName(key), qualifiedName(key)] as const]),
  );
  return { found: 'none', near: nearest(name, candidates.keys()) };
}

const matchesEnd = (key: NameKey, name: string): boolean =>
  ownName(key) === name || qualifiedName(key).endsWith(`.${name}`) || qualifiedName(key).endsWith(`/${name}`);
