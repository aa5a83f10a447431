/** The values of two versions of a site that differ. */
import type { Source } from '../load/source/source.ts';
import { type Change, changesBetween } from './changes.ts';

/** The id of a file, which stays when the file is renamed. */
export const definitionKey = ({ kind, data, path }: Source): string =>
  kind === 'site' ? kind : `${kind} ${String(data[kind] ?? path)}`;

/** The definitions of a version by {@link definitionKey}. */
export const definitionsByKey = (sources: readonly Source[]): ReadonlyMap<string, Source> =>
  new Map(sources.map((source) => [definitionKey(source), source]));

/** The values that differ in the definitions that both versions have. */
export const valueChanges = (old: ReadonlyMap<string, Source>, now: ReadonlyMap<string, Source>): Change[] =>
  [...now].flatMap(([key, source]) => {
    const was = old.get(key);
    return was === undefined ? [] : changesBetween(was, source);
  });

/** Whether only what visitors read differs. */
export function isTextChange({ place, path, source }: Change): boolean {
  const kind = place?.plan.kind;
  if (kind === 'text' || kind === 'prose') return true;
  return (source.kind === 'flow' && path[0] === 'texts') || kind === 'item' || source.kind === 'collection';
}
