/** Renames a thing everywhere in the definitions. Only the name is edited, so comments and layout stay. */
import { applyEdits, type Edit } from '../edits/edit.ts';
import { fileKindOf } from '../load/parse/parse-file.ts';
import type { Source } from '../load/source/source.ts';
import { aliasEdits } from './aliases.ts';
import type { Mention } from './mentions.ts';
import { isPartOfNames, keyWithName, kindOfKey, type NameKey, nameKinds, ownName, qualifiedName } from './name.ts';
import type { SameValue } from './same-value.ts';
import type { SiteNames } from './site-names.ts';

/** A file of definitions whose text or path changes. */
export interface RenamedFile {
  readonly path: string;
  readonly newPath: string;
  readonly before: string;
  readonly after: string;
}

/** The names of a trace that change, as `funnel impact --mapping` reads them. */
export interface RenamedInTraces {
  readonly flows: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

export interface RenamePlan {
  /** Every name that changes, with its new one. */
  readonly renamed: ReadonlyMap<NameKey, NameKey>;
  readonly files: readonly RenamedFile[];
  /** Files that are no definitions and move. */
  readonly movedAssets: readonly (readonly [from: string, to: string])[];
  readonly inTraces: RenamedInTraces;
  /** The number of places that are edited. */
  readonly places: number;
  /** Whether a former name was added as an alias. */
  readonly keepsAlias: boolean;
  /** Comments of the edited files that contain the old name. They are left to the author. */
  readonly comments: readonly { readonly file: string; readonly line: number; readonly text: string }[];
}

export interface RenameOptions {
  /** Whether fields and values keep their former name as an alias. */
  readonly aliases: boolean;
  readonly assets: ReadonlySet<string>;
}

/** Kinds that no key defines: the author names them where they are used. */
const undefinedKinds: ReadonlySet<string> = new Set(['event', 'records', 'asset']);

/** Kinds whose files are often named like them. */
const fileKinds: ReadonlySet<string> = new Set([
  'page',
  'flow',
  'form',
  'api',
  'part',
  'email',
  'document',
  'collection',
  'funnel',
  'scenario',
]);

const placeOf = ({ source, offset }: Mention): string => {
  const { line, column } = source.position(offset);
  return `${source.path}:${line}:${column}`;
};

/** The new name alone. @throws RangeError for a name that belongs elsewhere */
function newNameOf(key: NameKey, written: string): string {
  const name = written.startsWith(`${kindOfKey(key)}:`) ? written.slice(kindOfKey(key).length + 1) : written;
  const scope = qualifiedName(key).slice(0, -ownName(key).length);
  const own = scope !== '' && name.startsWith(scope) ? name.slice(scope.length) : name;
  const isPath = ['path', 'endpoint', 'asset'].includes(kindOfKey(key));
  if (!isPath && /[.:/\s]/.test(own))
    throw new RangeError(
      `${written} is not a name. Write the new name alone, such as ${scope === '' ? 'new_name' : `${scope}new_name`}; a rename does not move it elsewhere.`,
    );
  if (own === '') throw new RangeError('The new name is empty.');
  return own;
}

/**
 * Plans to rename a thing. Nothing is checked beyond names: load the result before it is written.
 * @throws RangeError when the new name is taken or is the old one, or when the name is not written in a way that can be edited
 */
export function planRename(
  key: NameKey,
  written: string,
  { mentions }: SiteNames,
  same: SameValue,
  { aliases, assets }: RenameOptions,
): RenamePlan {
  const name = newNameOf(key, written);
  const was = ownName(key);
  if (name === was) throw new RangeError(`${key} already has this name.`);
  const group = same.get(key) ?? [key];
  const renamed = new Map(group.map((each) => [each, keyWithName(each, name)] as const));
  for (const now of renamed.values()) {
    const taken = mentions.find((mention) => mention.key === now && !mention.implied);
    if (taken !== undefined)
      throw new RangeError(`${now} is taken: ${nameKinds[kindOfKey(now)]} at ${placeOf(taken)} has this name.`);
  }
  const own = mentions.filter((mention) => !mention.implied && renamed.has(mention.key));
  if (!undefinedKinds.has(kindOfKey(key)) && own.every(({ role }) => role !== 'defines'))
    throw new RangeError(
      `${key} cannot be renamed: nothing here defines it. The engine or those who link to the site name it.`,
    );
  const shared = own.find(({ key: one, source, offset }) =>
    mentions.some(
      (other) =>
        !other.implied &&
        !renamed.has(other.key) &&
        kindOfKey(other.key) === kindOfKey(one) &&
        other.source === source &&
        other.offset === offset,
    ),
  );
  if (shared !== undefined)
    throw new RangeError(
      `${placeOf(shared)} means several things that are named ${was}, and only one of them is to be renamed. Separate them first.`,
    );
  const edits = new Map<Source, Map<number, Edit>>();
  const edit = (source: Source, change: Edit, at = change.start): void => {
    edits.set(source, (edits.get(source) ?? new Map()).set(at, change));
  };
  for (const mention of own) {
    const { source, offset } = mention;
    // A name that is written with escapes is left to the author.
    if (!source.text.startsWith(was, offset))
      throw new RangeError(`${placeOf(mention)} writes ${was} in another way. Edit it by hand first.`);
    edit(source, { start: offset, end: offset + was.length, text: name });
  }
  const places = [...edits.values()].reduce((sum, { size }) => sum + size, 0);
  let keepsAlias = false;
  for (const { key: each, role, source, path } of aliases ? own : []) {
    if (role !== 'defines' || !['field', 'value', 'input'].includes(kindOfKey(each)) || isPartOfNames(each)) continue;
    const alias = aliasEdits(source, path, was, name);
    if (alias === undefined) continue;
    // Keyed apart from the names themselves.
    for (const change of alias) edit(source, change, -change.start - 1);
    keepsAlias = true;
  }
  const files = [...edits].map(
    ([source, changes]): RenamedFile => ({
      path: source.path,
      newPath: newPathOf(source, key, was, name),
      before: source.text,
      after: applyEdits(source.text, [...changes.values()]),
    }),
  );
  const asset = kindOfKey(key) === 'asset' && assets.has(was) ? ([[was, name]] as const) : [];
  for (const [path, newPath] of [...files.map((file) => [file.path, file.newPath] as const), ...asset])
    if (path !== newPath && (assets.has(newPath) || mentions.some(({ source }) => source.path === newPath)))
      throw new RangeError(`There is a file ${newPath} already.`);
  return {
    renamed,
    files,
    movedAssets: asset,
    inTraces: inTracesOf(group, name),
    places,
    keepsAlias,
    comments: commentsWith(was, [...edits.keys()]),
  };
}

/** The path of a file that is named like the thing it defines. */
function newPathOf({ path }: Source, key: NameKey, was: string, name: string): string {
  const kind = kindOfKey(key);
  if (!fileKinds.has(kind) || fileKindOf(path) !== kind) return path;
  const [, folder = '', rest = ''] = /^(.*\/)?[^/]*?(\.[a-z]+\.[a-z]+)$/.exec(path) ?? [];
  return path === `${folder}${was}${rest}` ? `${folder}${name}${rest}` : path;
}

function inTracesOf(group: readonly NameKey[], name: string): RenamedInTraces {
  const of = (...kinds: readonly string[]) =>
    Object.fromEntries(
      group.flatMap((key) => (kinds.includes(kindOfKey(key)) ? [[qualifiedName(key), name] as const] : [])),
    );
  // Members of a record are no values of their own.
  const fields = Object.entries(of('value')).filter(([field]) => field.split('.').length === 2);
  return { flows: of('flow', 'funnel'), steps: of('step'), fields: Object.fromEntries(fields) };
}

/** The comments that contain a word. Short words would be found everywhere. */
function commentsWith(word: string, sources: readonly Source[]): RenamePlan['comments'] {
  if (word.length < 4) return [];
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(?:^|\\s)#(?:.*[^\\w-])?${escaped}(?![\\w-])`);
  return sources.flatMap((source) =>
    source.lines.flatMap((text, index) =>
      pattern.test(text) && !text.includes('yaml-language-server')
        ? [{ file: source.path, line: index + 1, text: text.trim() }]
        : [],
    ),
  );
}
