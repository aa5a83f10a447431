import type { Json } from '../../schemas/compiled.ts';
import { equalJson, isRecord } from './differences.ts';

/** One change in the format of RFC 6902, limited to `add`, `replace` and `remove`. */
export interface PatchLine {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: Json;
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** The changes from one value to another, by member. A changed list is replaced as a whole. */
export function patchOf(before: Json | undefined, after: Json | undefined, path = ''): PatchLine[] {
  if (before === after) return [];
  if (isRecord(before) && isRecord(after)) {
    const lines: PatchLine[] = [];
    for (const key of Object.keys(before))
      if (before[key] !== after[key]) lines.push(...patchOf(before[key], after[key], `${path}/${escaped(key)}`));
    for (const key of Object.keys(after))
      if (!Object.hasOwn(before, key)) lines.push(...patchOf(undefined, after[key], `${path}/${escaped(key)}`));
    return lines;
  }
  if (equalJson(before, after)) return [];
  if (after === undefined) return [{ op: 'remove', path }];
  return [{ op: before === undefined ? 'add' : 'replace', path, value: after }];
}

/** Applies the changes of `patchOf`. Each record is copied once, so that many changes of a large one take linear time. */
export function applyPatch(value: Json, patch: readonly PatchLine[]): Json {
  const copies = new Set<unknown>();
  const copyOf = (record: Json | undefined): Record<string, Json> => {
    if (isRecord(record) && copies.has(record)) return record as Record<string, Json>;
    const copy = isRecord(record) ? { ...record } : {};
    copies.add(copy);
    return copy;
  };
  let root = value;
  for (const { op, path, value: changed } of patch) {
    const keys = path.split('/').slice(1).map(unescaped);
    const last = keys.pop();
    if (last === undefined) {
      root = changed ?? null;
      continue;
    }
    let record = copyOf(root);
    root = record;
    for (const key of keys) {
      const below = copyOf(Object.hasOwn(record, key) ? record[key] : undefined);
      record[key] = below;
      record = below;
    }
    if (op === 'remove') delete record[last];
    else record[last] = changed ?? null;
  }
  return root;
}
