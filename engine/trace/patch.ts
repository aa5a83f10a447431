import type { Json } from '../../schemas/compiled.ts';
import { canonicalJson } from './canonical.ts';

/** One change, as in RFC 6902; only `add`, `replace` and `remove` occur. */
export interface PatchLine {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: Json;
}

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The changes from one value to another, by members; a list that differs is replaced whole. */
export function patchOf(before: Json | undefined, after: Json | undefined, path = ''): PatchLine[] {
  if (isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      patchOf(before[key], after[key], `${path}/${escaped(key)}`),
    );
  }
  if (before === after || canonicalJson(before) === canonicalJson(after)) return [];
  if (after === undefined) return [{ op: 'remove', path }];
  return [{ op: before === undefined ? 'add' : 'replace', path, value: after }];
}
