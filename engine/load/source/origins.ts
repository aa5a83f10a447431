/** Values of a definition that was made from a file in other words, and where they come from. */
import type { LineIndex, SourceRange } from '../../errors/report.ts';
import type { DataPath } from '../../vocabulary/walk.ts';

/** A file from which values of another definition are copied. */
interface OtherFile extends LineIndex {
  place(path: DataPath, at?: { readonly key?: true; readonly offset?: number; readonly length?: number }): SourceRange;
}

/** Where a value comes from. */
export interface ValueOrigin {
  readonly from: DataPath;
  /** Whether the value is copied from there. Otherwise it is generated because of the value there. */
  readonly isCopy: boolean;
  /** Its file, if it is another one than that of the definition. */
  readonly file?: OtherFile;
}

/** The origins of values, by their path as JSON. A value without one has that of the nearest value around it. */
export type Origins = ReadonlyMap<string, ValueOrigin>;

/** The origin of the value at a path. */
export function originIn(origins: Origins, path: DataPath): ValueOrigin {
  for (let length = path.length; length >= 0; length--) {
    const origin = origins.get(JSON.stringify(path.slice(0, length)));
    if (origin !== undefined)
      return origin.isCopy ? { ...origin, from: [...origin.from, ...path.slice(length)] } : origin;
  }
  return { from: [], isCopy: false };
}

class Mark {
  readonly value: unknown;
  readonly origin: ValueOrigin;
  constructor(value: unknown, origin: ValueOrigin) {
    this.value = value;
    this.origin = origin;
  }
}

/** Marks a value that is copied from a path of the file, or of another one. */
export const copied = (from: DataPath, value: unknown, file?: OtherFile): unknown =>
  new Mark(value, { from, isCopy: true, ...(file === undefined ? {} : { file }) });

/** Marks a value that is generated because of the value at a path of the file, or of another one. */
export const because = (from: DataPath, value: unknown, file?: OtherFile): unknown =>
  new Mark(value, { from, isCopy: false, ...(file === undefined ? {} : { file }) });

/** The text of a value, marked or not. */
export const textOf = (value: unknown): string => (value instanceof Mark ? textOf(value.value) : String(value));

/** Separates a value from the marks inside it. Entries of records that are undefined are left out. */
export function separate(marked: unknown): { data: unknown; origins: Origins } {
  const origins = new Map<string, ValueOrigin>();
  const plain = (value: unknown, path: DataPath): unknown => {
    if (value instanceof Mark) {
      origins.set(JSON.stringify(path), value.origin);
      return plain(value.value, path);
    }
    if (Array.isArray(value)) return value.map((item, index) => plain(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        const made = plain(item, [...path, key]);
        return made === undefined ? [] : [[key, made]];
      }),
    );
  };
  return { data: plain(marked, []), origins };
}
