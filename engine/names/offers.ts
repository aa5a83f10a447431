/** The names that an editor offers at a place. */
import type { Source } from '../load/source/source.ts';
import type { SiteLayout } from './layout.ts';
import type { Mention } from './mentions.ts';
import { keyWithName, kindOfKey, type NameKey, nameKey, nameKinds, ownName } from './name.ts';
import { namesOfFile } from './site-names.ts';

/** A name that can be written at a place. */
export interface NameOffer {
  readonly key: NameKey;
  readonly name: string;
  /** What it names: `a step of a flow`. */
  readonly about: string;
}

/** Kinds that no key defines: every use of one is a name to offer. */
const namedByUse: ReadonlySet<string> = new Set(['event', 'records', 'parameter']);

/** Whether a place of a name makes the name one that can be written elsewhere. */
const isOffered = ({ key, role, implied }: Mention): boolean =>
  !implied && (role === 'defines' || namedByUse.has(kindOfKey(key)));

/**
 * The names that can replace a candidate. The candidate counts as the name of a thing of every kind, so the readers of names find
 * which kind the place takes.
 * @param source the file with the candidate in it
 * @param layout of the site with that file
 * @param others the places of names in the other files
 * @param assets the paths of files that are no definitions
 */
export function offeredNames(
  source: Source,
  candidate: string,
  layout: SiteLayout,
  others: Iterable<Mention>,
  assets: ReadonlySet<string>,
): NameOffer[] {
  const here = namesOfFile(source, layout, candidate);
  const wanted = new Set(here.flatMap(({ key }) => (ownName(key) === candidate ? [keyWithName(key, '')] : [])));
  const offers = new Map<NameKey, NameOffer>();
  const offer = (key: NameKey): void => {
    const name = ownName(key);
    if (name !== candidate && wanted.has(keyWithName(key, '')))
      offers.set(key, { key, name, about: nameKinds[kindOfKey(key)] });
  };
  for (const mention of [...others, ...here]) if (isOffered(mention)) offer(mention.key);
  // A flow has the fields of its forms as values, and an intake accepts them.
  for (const { id, values } of layout.flows.values()) for (const name of values) offer(nameKey('value', id, name));
  for (const { id, accepts } of layout.intakes.values()) for (const name of accepts) offer(nameKey('input', id, name));
  for (const path of assets) offer(`asset:${path}`);
  return [...offers.values()];
}
