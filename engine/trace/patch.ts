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

function withMember(value: Json, [key, ...rest]: readonly string[], line: PatchLine): Json {
  if (key === undefined) return line.value ?? null;
  const record = isRecord(value) ? value : {};
  if (rest.length === 0 && line.op === 'remove') {
    const { [key]: _removed, ...others } = record;
    return others;
  }
  const before = Object.hasOwn(record, key) ? record[key] : undefined;
  return { ...record, [key]: withMember(before ?? null, rest, line) };
}

/** Applies the changes of `patchOf`. */
export const applyPatch = (value: Json, patch: readonly PatchLine[]): Json =>
  patch.reduce((now, line) => withMember(now, line.path.split('/').slice(1).map(unescaped), line), value);
