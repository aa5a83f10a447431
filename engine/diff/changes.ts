/** The differences between two versions of a definition, value by value. */
import type { Source } from '../load/source/source.ts';
import { isObject } from '../values/is-object.ts';
import { type Place, placeBelow, recordPlace, rootPlace } from '../vocabulary/places.ts';
import type { DataPath } from '../vocabulary/walk.ts';

/** One value that differs. */
export interface Change {
  /** The value as it is in its file; undefined where there is none. */
  readonly before: unknown;
  readonly after: unknown;
  /** Its path in the file that has it; the one after, if both have it. */
  readonly path: DataPath;
  /** Its place in the vocabulary. Undefined inside records of the author. */
  readonly place: Place | undefined;
  readonly source: Source;
}

/** What an item of a list is known by in both versions. */
function identityOf(item: unknown): string {
  if (!isObject(item)) return JSON.stringify(item);
  const { type, id, rule, name, label, post, get } = item as Record<string, unknown>;
  return JSON.stringify([type, id, rule, name, type === undefined ? label : undefined, post, get]);
}

/** Pairs the items of two lists in order: those that are equal, then those with the same identity, then the same place. */
function pairsOf(before: readonly unknown[], after: readonly unknown[]): (readonly [number | null, number | null])[] {
  const matched = new Map<number, number>();
  for (const keyOf of [(item: unknown) => JSON.stringify(item), identityOf]) {
    let from = 0;
    after.forEach((item, index) => {
      if ([...matched.values()].includes(index)) return;
      const key = keyOf(item);
      const found = before.findIndex((each, at) => at >= from && !matched.has(at) && keyOf(each) === key);
      if (found < 0) return;
      // Items that changed places are removed and added.
      const isCrossed = [...matched].some(([a, b]) => a < found !== b < index);
      if (isCrossed) return;
      matched.set(found, index);
      from = found;
    });
  }
  // In lists of the same length, what is left changed at its place.
  if (before.length === after.length)
    after.forEach((_, index) => {
      if (!matched.has(index) && ![...matched.values()].includes(index)) matched.set(index, index);
    });
  const kept = new Set(matched.values());
  return [
    ...before.map((_, index) => [index, matched.get(index) ?? null] as const),
    ...after.flatMap((_, index) => (kept.has(index) ? [] : [[null, index] as const])),
  ];
}

/** The values that differ between two versions of a file. */
export function changesBetween(before: Source, after: Source): Change[] {
  const changes: Change[] = [];
  const compare = (a: unknown, b: unknown, at: DataPath, aPath: DataPath, place: Place | undefined): void => {
    if (JSON.stringify(a) === JSON.stringify(b)) return;
    // Of entries that the author names, each is a change of its own.
    const isNamed = place?.plan.additional !== undefined && at.length > 0;
    if (isNamed && isObject(a) && b === undefined) {
      for (const [key, part] of Object.entries(a))
        compare(part, undefined, [...at, key], [...aPath, key], placeBelow(place, key));
      return;
    }
    if (isNamed && isObject(b) && a === undefined) {
      for (const [key, part] of Object.entries(b))
        compare(undefined, part, [...at, key], [...aPath, key], placeBelow(place, key));
      return;
    }
    if (isObject(a) && isObject(b) && !Array.isArray(a) && !Array.isArray(b)) {
      const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>];
      const own = place && recordPlace(place, two);
      for (const key of new Set([...Object.keys(one), ...Object.keys(two)]))
        compare(one[key], two[key], [...at, key], [...aPath, key], own && placeBelow(own, key));
      return;
    }
    if (Array.isArray(a) && Array.isArray(b) && [...a, ...b].some(isObject)) {
      for (const [from, to] of pairsOf(a, b))
        compare(
          from === null ? undefined : a[from],
          to === null ? undefined : b[to],
          [...at, to ?? from ?? 0],
          [...aPath, from ?? to ?? 0],
          place && placeBelow(place, 0),
        );
      return;
    }
    const isGone = b === undefined;
    changes.push({ before: a, after: b, path: isGone ? aPath : at, place, source: isGone ? before : after });
  };
  compare(before.data, after.data, [], [], rootPlace(after.kind));
  return changes;
}
