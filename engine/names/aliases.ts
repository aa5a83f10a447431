/** Former names of fields and values, with which saved visits and open pages continue to work. */
import { isMap, isScalar, isSeq } from 'yaml';
import type { Edit } from '../edits/edit.ts';
import { insertItem, insertKey } from '../edits/insert.ts';
import { isEditable } from '../edits/layout.ts';
import { setValue } from '../edits/set.ts';
import type { Source } from '../load/source/source.ts';
import type { DataPath } from '../vocabulary/walk.ts';

/** Types of fields that are stored under several names, none of which is their own. */
const severalNames: ReadonlySet<unknown> = new Set(['repeat', 'matrix', 'address', 'contact']);

/**
 * The edits that add a former name to a field or a value. Undefined where it cannot be added without a change of the
 * layout, or is there already.
 * @param path of the record in the file, or of the `name` of a question @param now the new name, which is no former name any more
 */
export function aliasEdits(source: Source, path: DataPath, was: string, now: string): Edit[] | undefined {
  const { document } = source;
  const found: unknown = document.getIn(path, true);
  const around: unknown = document.getIn(path.slice(0, -1), true);
  const isName = isScalar(found) && path.at(-1) === 'name' && isMap(around) && around.has('question');
  const [node, record] = isName ? [around, path.slice(0, -1)] : [found, path];
  if (!isMap(node) || severalNames.has(node.get('type'))) return undefined;
  if (!isEditable(node, source.text)) return undefined;
  const aliases: unknown = node.get('aliases', true);
  if (aliases === undefined) {
    const type = node.items.findIndex(({ key }) => isScalar(key) && key.value === 'type');
    if (!isScalar(node.items[type]?.value)) return undefined;
    return insertKey(source, record, 'aliases', [was], { index: type + 1, isFlow: true });
  }
  if (!isSeq(aliases) || aliases.flow !== true || aliases.items.length === 0) return undefined;
  const names = aliases.items.map((item) => (isScalar(item) ? item.value : undefined));
  if (names.includes(was)) return undefined;
  const old = names.indexOf(now);
  const list = [...record, 'aliases'];
  return old < 0 ? insertItem(source, list, was) : setValue(source, [...list, old], was);
}
