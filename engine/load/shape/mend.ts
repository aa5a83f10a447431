/**
 * Makes a file with mistakes one that fits its schema, so that all other checks run on it. What was mistaken is marked as
 * unknown. A value that the file cannot do without gets another one. There are two ways to mend a file, with different
 * values: what is reported of only one of them depends on such a value, so it is a consequence.
 */
import { nearest } from '../../errors/nearest.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import { isObject } from '../../values/is-object.ts';
import type { Origins, ValueOrigin } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import { nothingUnknown, type Unknown } from '../source/unknown.ts';
import { ownNames, pathOfPointer, renamedIn, type SchemaError, shapeErrors } from './schema-errors.ts';

/** A record or a list that is being mended. */
type Container = Record<string | number, unknown>;

/** One of the two ways to mend a file. */
export type MendingWay = 0 | 1;

/** A round repairs every mistake, or those before an item that it removes. */
const mostRounds = 60;

/** Placeholders of every kind for required values that are missing or mistaken. */
const standIns: readonly unknown[] = [
  ...['-', 'x', 1, 2, true, false, 'true', '/-', '/x', '1s', '2s', '2026-01-01', '2026-01-02', {}, [], ['-'], [{}]],
  [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ],
  { type: 'text', label: '-' },
  { type: 'checkbox', label: '-' },
];

/** Whether a value contains itself, by an alias. */
function isCyclic(value: unknown, above: readonly unknown[] = []): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return above.includes(value) || Object.values(value).some((each) => isCyclic(each, [...above, value]));
}

/** Marks a value for removal. */
const absent = Symbol('absent');

interface Replacements {
  /** What the author most likely means. */
  readonly meant?: readonly unknown[];
  readonly others?: readonly unknown[];
  readonly isMissing?: boolean;
}

const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** Data with the place of each value in the file. */
class Mending {
  readonly values: DataPath[];
  readonly records: DataPath[];
  readonly texts: string[];
  readonly data: Container;
  /** Whether the items of a list have other indexes than before. */
  hasMoved = false;
  private readonly source: Source;
  private readonly extensions: Extensions;
  private readonly way: MendingWay;
  /** The keys and indexes that entries had in the source, where they differ. */
  private readonly former = new Map<object, Map<string | number, string | number>>();

  constructor(source: Source, extensions: Extensions, way: MendingWay) {
    const { values, records, texts } = source.unknown ?? nothingUnknown;
    this.source = source;
    this.extensions = extensions;
    this.way = way;
    this.values = [...values];
    this.records = [...records];
    this.texts = [...texts];
    this.data = copyOf(source.data) as Container;
  }

  get errors(): readonly SchemaError[] {
    return shapeErrors({ kind: this.source.kind, data: this.data }, this.extensions);
  }

  private at(path: DataPath): unknown {
    return path.reduce<unknown>((value, segment) => (value as Container | null | undefined)?.[segment], this.data);
  }

  /** The path in the source of a value at a path now. */
  private formerPath(path: DataPath): DataPath {
    return path.map(
      (segment, index) => this.former.get(this.at(path.slice(0, index)) as object)?.get(segment) ?? segment,
    );
  }

  private written(path: DataPath): DataPath {
    return this.source.writtenPath(this.formerPath(path));
  }

  /** Removes an entry of a record or of a list. Its names may be used. */
  cut(path: DataPath): void {
    const above = path.slice(0, -1);
    const container = this.at(above);
    const last = path.at(-1);
    if (typeof container !== 'object' || container === null || last === undefined) return;
    this.values.push(this.written(path));
    this.texts.push(`${String(last)} ${JSON.stringify((container as Container)[last]) ?? ''}`);
    if (!Array.isArray(container)) {
      delete (container as Container)[last];
      return;
    }
    const before = this.former.get(container) ?? new Map<string | number, string | number>();
    const indexes = container.map((_, index) => before.get(index) ?? index).toSpliced(Number(last), 1);
    container.splice(Number(last), 1);
    this.hasMoved = true;
    this.former.set(container, new Map(indexes.map((former, index) => [index, former])));
  }

  /** Removes an entry that other checks have refused. */
  cutOut(path: DataPath): void {
    this.records.push(this.written(path.slice(0, -1)));
    this.cut(path);
  }

  private rename(path: DataPath, key: string, now: string): void {
    const container = this.at(path) as Container;
    const entries = Object.entries(container);
    const former = this.former.get(container) ?? new Map<string | number, string | number>();
    former.set(now, former.get(key) ?? key);
    this.former.set(container, former);
    for (const [each] of entries) delete container[each];
    for (const [each, value] of entries) container[each === key ? now : each] = value;
  }

  /** The number of errors at a value, below it, or about its absence. */
  private faultsAt(path: DataPath): number {
    const pointer = pointerOf(path);
    const above = pointerOf(path.slice(0, -1));
    return this.errors.filter(
      ({ instancePath, keyword, params }) =>
        instancePath === pointer ||
        instancePath.startsWith(`${pointer}/`) ||
        (instancePath === above && (keyword !== 'required' || params.missingProperty === path.at(-1))),
    ).length;
  }

  /** Puts another value in place of a mistaken or missing one, or removes it. Removes what is around it if that fails. */
  private replace(path: DataPath, { meant = [], others = [], isMissing = false }: Replacements): void {
    const above = this.at(path.slice(0, -1));
    const last = path.at(-1);
    if (last === undefined || typeof above !== 'object' || above === null) return;
    const container = above as Container;
    const record = path.slice(0, -1);
    const before = container[last];
    const fits: unknown[] = [];
    const rest = [...others, ...this.siblings(container, last), ...standIns];
    for (const each of [...meant, ...(isMissing ? [] : [absent]), ...rest]) {
      // An item that is removed moves those after it.
      if (each === absent && Array.isArray(above)) continue;
      if (each === absent) delete container[last];
      else container[last] = copyOf(each);
      if (this.faultsAt(path) === 0 && fits.push(each) > this.way) break;
    }
    if (isMissing) delete container[last];
    else container[last] = before;
    // Without its type, little is known of a record.
    if (last === 'type') (meant.length === 0 ? this.values : this.records).push(this.written(record));
    const isLimited = this.way === 1 && fits.length === 1 && !isMissing;
    const chosen = isLimited ? absent : (fits[this.way] ?? fits[0]);
    if (fits.length === 0 || chosen === absent) {
      this.cut(fits.length === 0 && isMissing ? record : path);
      if (!isMissing) this.records.push(this.written(record));
      return;
    }
    this.values.push(this.written(path));
    container[last] = copyOf(chosen);
    // What was written is not what is meant, but it may name what else is meant.
    if (!isMissing) this.texts.push(JSON.stringify(before) ?? '');
  }

  /** The values of the entries beside one, which fit where it does. */
  private siblings(container: Container, key: string | number): unknown[] {
    return Object.entries(container).flatMap(([other, value]) =>
      other !== String(key) && isObject(value) ? [value] : [],
    );
  }

  /** Repairs one mistake. */
  repair(error: SchemaError): void {
    const path = pathOfPointer(error.instancePath, this.data);
    const { keyword, params, parentSchema = {}, propertyName } = error;
    if (keyword === 'additionalProperties') {
      this.repairKey(path, String(params.additionalProperty), Object.keys((parentSchema.properties ?? {}) as object));
      return;
    }
    if (keyword === 'required') {
      const key = String(params.missingProperty);
      const property = (parentSchema.properties as Record<string, { examples?: unknown[] }> | undefined)?.[key];
      this.replace([...path, key], { others: property?.examples ?? [], isMissing: true });
      return;
    }
    if (propertyName !== undefined) {
      this.repairName(path, propertyName);
      return;
    }
    if (keyword === 'discriminator') {
      const known = ((parentSchema.oneOf ?? []) as { $ref: string }[]).map(({ $ref }) =>
        $ref.replace(/^.*\/|\.schema\.json$/g, ''),
      );
      const near = nearest(String(params.tagValue), known);
      if (near === undefined) this.cut(path);
      else {
        this.values.push(this.written([...path, 'type']));
        (this.at(path) as Container)['type'] = near;
      }
      return;
    }
    const known = [...((params.allowedValues ?? []) as unknown[]).map(String), ...ownNames(error, this.extensions)];
    const near = nearest(String(error.data), known);
    const within = withinBounds(error);
    const meant = [...(near === undefined ? [] : [near]), ...(within === undefined ? [] : [within])];
    this.replace(path, { meant, others: [...((parentSchema.examples ?? []) as unknown[]), ...known] });
  }

  /** A name that is none: without the signs that it cannot have, or removed. */
  private repairName(path: DataPath, name: string): void {
    const now = name.replace(/[^A-Za-z0-9_]/g, '').replace(/^[0-9]+/, '');
    this.records.push(this.written(path));
    if (this.way === 0 && now !== '' && !Object.hasOwn(this.at(path) as object, now)) this.rename(path, name, now);
    else this.cut([...path, name]);
  }

  private repairKey(path: DataPath, key: string, known: readonly string[]): void {
    const record = this.at(path);
    if (!isObject(record) || !Object.hasOwn(record, key)) return;
    const now = renamedIn({ kind: this.source.kind, data: this.data }, path, key)?.split('.')[0];
    const meant = now ?? nearest(key, known);
    if (meant !== undefined && !Object.hasOwn(record, meant) && !now?.includes('.')) {
      this.rename(path, key, meant);
      return;
    }
    this.cut([...path, key]);
    this.records.push(this.written(path));
  }

  /** Where the values come from whose place has changed. */
  get origins(): Origins {
    const origins = new Map<string, ValueOrigin>([['[]', { from: [], isCopy: true }]]);
    const add = (value: unknown, path: DataPath, from: DataPath): void => {
      if (typeof value !== 'object' || value === null) return;
      const moved = this.former.get(value);
      for (const key of Object.keys(value)) {
        const segment = Array.isArray(value) ? Number(key) : key;
        const former = moved?.get(segment) ?? segment;
        if (former !== segment)
          origins.set(JSON.stringify([...path, segment]), { from: [...from, former], isCopy: true });
        add((value as Container)[segment], [...path, segment], [...from, former]);
      }
    };
    add(this.data, [], []);
    return origins;
  }
}

/** A value outside its limits, brought within them; undefined for any other mistake. */
function withinBounds({ keyword, data, params }: SchemaError): unknown {
  const limit = Number(params.limit);
  if (Array.isArray(data)) {
    if (keyword === 'minItems' && data.length > 0)
      return Array.from({ length: limit }, (_, index) => data[index] ?? data.at(-1));
    return keyword === 'maxItems' ? data.slice(0, limit) : undefined;
  }
  if (typeof data === 'number') return ['minimum', 'maximum'].includes(keyword) ? limit : undefined;
  if (typeof data !== 'string') return undefined;
  if (keyword === 'minLength') return data.padEnd(limit, '-');
  return keyword === 'maxLength' ? data.slice(0, limit) : undefined;
}

const pointerOf = (path: DataPath): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * A file that fits its schema, without what is mistaken in it; undefined if nothing is left.
 * @param cuts values that other checks have refused
 */
export function mend(
  source: Source,
  extensions: Extensions,
  way: MendingWay,
  cuts: readonly DataPath[] = [],
): Source | undefined {
  if (!isObject(source.data) || isCyclic(source.data)) return undefined;
  const mending = new Mending(source, extensions, way);
  // Those at the end of a list first, because the others then stay where they are.
  for (const path of cuts.toSorted(byIndexes)) mending.cutOut(path);
  for (let round = 0; round < mostRounds; round += 1) {
    const { errors } = mending;
    mending.hasMoved = false;
    if (errors.length === 0) {
      const { values, records, texts } = mending;
      const unknown: Unknown = { values, records, texts };
      return source.made(source.kind, mending.data, mending.origins, unknown);
    }
    if (
      errors.some(
        ({ instancePath, keyword }) =>
          instancePath === '' && keyword !== 'additionalProperties' && keyword !== 'required',
      )
    )
      return undefined;
    for (const error of errors) {
      mending.repair(error);
      // The errors after it have the indexes of before.
      if (mending.hasMoved) break;
    }
  }
  return undefined;
}

function byIndexes(one: DataPath, other: DataPath): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const [a, b] = [one[index], other[index]];
    if (typeof a === 'number' && typeof b === 'number' && a !== b) return b - a;
  }
  return other.length - one.length;
}
