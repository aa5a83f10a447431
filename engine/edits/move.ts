/** Moves entries within the records and lists of a file. */
import type { DataPath } from '../vocabulary/walk.ts';
import type { Edit } from './edit.ts';
import { collectionAt, entriesOf, keepsBlanks, type ParsedText, pathText, requireUnrepeated } from './layout.ts';

/**
 * The edits that move an entry to another place of its record or list. Entries take the comments above, behind and in
 * them along; blank lines and comments that stand alone stay.
 * @param path of the record or list @param to its index afterwards
 * @throws RangeError if there is no such place, or if the layout cannot be edited
 */
export function moveItem(source: ParsedText, path: DataPath, from: number, to: number): Edit[] {
  const { text } = source;
  const collection = collectionAt(source, path);
  const entries = entriesOf(collection, text);
  for (const index of [from, to])
    if (entries[index] === undefined) throw new RangeError(`${pathText(path)} has no place ${index}.`);
  entries.forEach(({ key, value }, index) => {
    const place = [...path, key ?? index];
    // Its repetitions have to stay below it.
    requireUnrepeated(value, place);
    if (keepsBlanks(value, text))
      throw new RangeError(`${pathText(place)} contains the blank lines after it. Write | in place of |+ to move it.`);
  });
  const moved = entries.map((_, index) => index);
  moved.splice(to, 0, ...moved.splice(from, 1));
  return entries.flatMap(({ from: start, to: end }, index) => {
    const other = entries[moved[index] as number];
    if (other === undefined || moved[index] === index) return [];
    return [{ start, end, text: text.slice(other.from, other.to) }];
  });
}
