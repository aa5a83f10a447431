import { type FileKind, planOf, type SchemaPlan } from './plan.ts';

/**
 * A place in the vocabulary: the schema of a value, and a name. The name is the schema's definition (`intake`), the
 * type of a block (`video block`) or the kind of file (`site`), followed by the keys below it: `site.theme`, with `*`
 * for a name that the author chooses (`site.masks.*`). An item of a list has the name of the list.
 */
export interface Place {
  readonly plan: SchemaPlan;
  readonly name: string;
}

/** The place of a whole file. */
export const rootPlace = (kind: FileKind): Place => ({ plan: planOf(kind), name: kind });

/** The place of a record, depending on its `type`. */
export function recordPlace(place: Place, record: Readonly<Record<string, unknown>>): Place {
  const plan = place.plan.byType?.get(String(record.type));
  return plan === undefined ? place : { plan, name: `${String(record.type)} block` };
}

/** The place of a key's value or of an item; undefined if the schema has none. */
export function placeBelow({ plan, name }: Place, segment: string | number): Place | undefined {
  const isItem = typeof segment === 'number';
  const listed = isItem ? plan.items : plan.properties?.get(segment);
  const below = listed ?? (isItem ? undefined : plan.additional);
  if (below === undefined) return undefined;
  const suffix = isItem ? '' : `.${listed === undefined ? '*' : segment}`;
  return { plan: below, name: below.name ?? `${name}${suffix}` };
}

/** The place of a value in a file; undefined if the schema has none. */
export function placeAt(kind: FileKind, data: unknown, path: readonly (string | number)[]): Place | undefined {
  let place: Place | undefined = rootPlace(kind);
  let value = data;
  for (const segment of [...path, undefined]) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && place !== undefined)
      place = recordPlace(place, value as Record<string, unknown>);
    if (segment === undefined || place === undefined) break;
    place = placeBelow(place, segment);
    value = (value as Record<string | number, unknown> | null | undefined)?.[segment];
  }
  return place;
}
