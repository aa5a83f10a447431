/** The filter of a call or a request: which leads are wanted. */
import { nearest } from '../../engine/errors/nearest.ts';
import type { LeadFilter } from '../store/types.ts';
import type { LeadSite } from './formats.ts';
import type { ZonedTimes } from './times.ts';

/** The names of a lead's values that contain its source (`engine/flow/attribution.ts`), the first one first. */
export const sourceNames = ['src', 'utm_source'] as const;

/** Filters as a person writes them. */
export interface WrittenFilter {
  /** One collection, or several separated by commas. */
  readonly collection?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly source?: string | undefined;
  readonly version?: string | undefined;
  readonly after?: string | undefined;
}

/** A filter cannot be understood; the message says what to write instead. */
export class InvalidFilter extends Error {}

/**
 * A period as a person writes it, in epoch milliseconds: from its first to before its last.
 * @throws InvalidFilter
 */
export function readPeriod(
  { from, to }: Pick<WrittenFilter, 'from' | 'to'>,
  times: ZonedTimes,
): Pick<LeadFilter, 'from' | 'to'> {
  const time = (name: string, text: string | undefined, read: (text: string) => number | null) => {
    if (text === undefined) return {};
    const at = read(text);
    if (at === null)
      throw new InvalidFilter(
        `${name} must be a day such as 2026-03-01, or a moment with its offset such as 2026-03-01T09:00:00Z, not ${JSON.stringify(text)}.`,
      );
    return { [name]: at };
  };
  return { ...time('from', from, times.startOf), ...time('to', to, times.endOf) };
}

/**
 * @param isStored whether the store has records of a collection that the definitions do not name (any more)
 * @throws InvalidFilter
 */
export async function readFilter(
  { collection, from, to, source, version, after }: WrittenFilter,
  { collections, times }: Pick<LeadSite, 'collections' | 'times'>,
  isStored: (collection: string) => Promise<boolean>,
): Promise<LeadFilter & { readonly collections: readonly string[] }> {
  const chosen = collection === undefined ? collections : collection.split(',').map((name) => name.trim());
  if (chosen.length === 0) throw new InvalidFilter('The definitions name no collection of leads: name one yourself.');
  for (const name of chosen) {
    if (collections.includes(name) || (await isStored(name))) continue;
    const near = nearest(name, collections);
    const hint = near === undefined ? `The collections are ${collections.join(', ')}.` : `Did you mean ${near}?`;
    throw new InvalidFilter(`There is no collection named ${JSON.stringify(name)}. ${hint}`);
  }
  return {
    collections: chosen,
    ...readPeriod({ from, to }, times),
    ...(source === undefined ? {} : { source: { names: sourceNames, equals: source } }),
    ...(version === undefined ? {} : { definition: version }),
    ...(after === undefined ? {} : { after }),
  };
}
