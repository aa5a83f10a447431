/** Former names of fields and values, with which saved visits and open pages continue to work. */
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { Source } from '../load/source/source.ts';
import type { Edit } from '../migrate/edits.ts';
import type { DataPath } from '../vocabulary/walk.ts';

/** Types of fields that are stored under several names, none of which is their own. */
const severalNames: ReadonlySet<unknown> = new Set(['repeat', 'matrix', 'address', 'contact']);

const rangeOf = (node: unknown): readonly [start: number, end: number] => {
  const [start = 0, end = 0] = (node as Node).range ?? [];
  return [start, end];
};

/**
 * The edit that adds a former name to a field or a value. Undefined where it cannot be added without a change of the
 * layout, or is there already.
 * @param path of the record in the file, or of the `name` of a question @param now the new name, which is no former name any more
 */
export function aliasEdit({ document, text }: Source, path: DataPath, was: string, now: string): Edit | undefined {
  const found: unknown = document.getIn(path, true);
  const around: unknown = document.getIn(path.slice(0, -1), true);
  const isName = isScalar(found) && path.at(-1) === 'name' && isMap(around) && around.has('question');
  const node = isName ? around : found;
  if (!isMap(node) || severalNames.has(node.get('type'))) return undefined;
  const type = node.items.find(({ key }) => isScalar(key) && key.value === 'type');
  const aliases: unknown = node.get('aliases', true);
  if (aliases !== undefined) {
    if (!isSeq(aliases) || aliases.flow !== true) return undefined;
    const items = aliases.items.filter(isScalar);
    if (items.some(({ value }) => value === was)) return undefined;
    const old = items.find(({ value }) => value === now);
    if (old !== undefined) return replaced(rangeOf(old), was);
    const [, end] = rangeOf(items.at(-1));
    return items.length === 0 ? undefined : { start: end, end, text: `, ${was}` };
  }
  if (type === undefined || !isScalar(type.value)) return undefined;
  const [, end] = rangeOf(type.value);
  if (node.flow === true) return { start: end, end, text: `, aliases: [${was}]` };
  const lineEnd = text.indexOf('\n', end);
  const at = lineEnd < 0 ? text.length : text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
  const newline = text[lineEnd - 1] === '\r' ? '\r\n' : '\n';
  return { start: at, end: at, text: `${newline}${' '.repeat(indentOf(node, text))}aliases: [${was}]` };
}

const replaced = ([start, end]: readonly [number, number], text: string): Edit => ({ start, end, text });

/** The column of the keys of a record in block style. */
function indentOf(node: YAMLMap, text: string): number {
  const [start] = rangeOf(node.items[0]?.key);
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}
