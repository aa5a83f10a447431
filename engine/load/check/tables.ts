/** Checks tables of texts: entries that an expression chooses among by a value have the same keys. */
import type { Json } from '../../../schemas/compiled.ts';
import type { FlowFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import { chainsIn } from '../../expressions/index.ts';
import { holesIn } from '../../values/inline.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

type Table = Record<string, Json>;

/** Keys below `texts`; null where an expression computes the key. */
type ReadPath = readonly (string | null)[];

interface Entry {
  readonly path: readonly string[];
  readonly value: Table;
}

/**
 * Reports entries of a table that lack a key of the other entries, or have one more.
 * @param texts the tables of the flow
 * @returns the tables as their types are to be read: with even entries, so that no expression repeats the mistake
 */
export function checkTables(draft: Draft, source: Source<FlowFile>, texts: Json): Json {
  const even = copyOf(texts);
  for (const choice of choicesIn(draft, source)) {
    const entries = matching(even, choice).flatMap(({ path, value }) =>
      Object.entries(value).map(([key, entry]) => ({ path: [...path, key], value: entry })),
    );
    if (entries.length > 1 && entries.every(({ value }) => isTable(value)))
      evenOut(draft, source, entries as readonly Entry[]);
  }
  return even;
}

/** The paths below `texts` whose next key an expression computes; the shortest first. */
function choicesIn(draft: Draft, source: Source<FlowFile>): ReadPath[] {
  const choices = new Map<string, ReadPath>();
  for (const { kind, value } of draft.contents(source).annotated) {
    const codes =
      kind === 'expression' ? [String(value)] : typeof value === 'string' ? holesIn(value).map(({ code }) => code) : [];
    for (const { names } of codes.flatMap((code) => (code.includes('texts') ? chainsIn(code) : [])))
      names.forEach((name, index) => {
        if (name !== null || names[0] !== 'texts') return;
        const path = names.slice(1, index);
        choices.set(JSON.stringify(path), path);
      });
  }
  return [...choices.values()].sort((a, b) => a.length - b.length);
}

const copyOf = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

const isTable = (value: Json | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The tables at a path, which may have computed keys. */
function matching(value: Json | undefined, path: ReadPath, done: readonly string[] = []): Entry[] {
  if (!isTable(value)) return [];
  const [key, ...rest] = path;
  if (key === undefined) return [{ path: done, value }];
  const keys = key === null ? Object.keys(value) : Object.hasOwn(value, String(key)) ? [String(key)] : [];
  return keys.flatMap((each) => matching(value[each], rest, [...done, each]));
}

/** Gives all entries the keys that most of them have, and reports those that differ. */
function evenOut({ report }: Draft, source: Source<FlowFile>, entries: readonly Entry[]): void {
  const counts = new Map<string, number>();
  for (const { value } of entries) for (const key of Object.keys(value)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [first] = entries as [Entry, ...Entry[]];
  const isUsual = (key: string): boolean => {
    const count = 2 * (counts.get(key) ?? 0) - entries.length;
    return count > 0 || (count === 0 && Object.hasOwn(first.value, key));
  };
  const usual = [...counts.keys()].filter(isUsual);
  for (const { path, value } of entries) {
    const missing = usual.filter((key) => !Object.hasOwn(value, key));
    const extra = Object.keys(value).filter((key) => !isUsual(key));
    const at = (own: DataPath) => source.place(['texts', ...own], { key: true });
    const name = path.join('.');
    if (missing.length > 0)
      report.add('texts-uneven', source, at(path), { name, missing, near: nearest(missing[0] ?? '', extra) });
    else for (const key of extra) report.add('texts-uneven', source, at([...path, key]), { name, extra: key });
    for (const key of extra) delete value[key];
    for (const key of missing) {
      const other = entries.find((entry) => Object.hasOwn(entry.value, key));
      if (other !== undefined) value[key] = copyOf(other.value[key] as Json);
    }
  }
}
