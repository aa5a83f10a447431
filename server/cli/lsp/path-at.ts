/** Finds the value in a file that an offset belongs to. */
import { isMap, isNode, isSeq } from 'yaml';
import type { Source } from '../../../engine/load/source/source.ts';

const includes = (node: unknown, offset: number): boolean =>
  isNode(node) && node.range != null && node.range[0] <= offset && offset <= node.range[1];

/** The path of the key, value or item at an offset in UTF-16 units; empty outside of all of them. */
export function pathAt({ document }: Source, offset: number): (string | number)[] {
  const path: (string | number)[] = [];
  let node: unknown = document.contents;
  for (;;) {
    if (isMap(node)) {
      const pair = node.items.find(({ key, value }) => includes(key, offset) || includes(value, offset));
      if (pair === undefined) return path;
      path.push(String(pair.key));
      if (includes(pair.key, offset)) return path;
      node = pair.value;
    } else if (isSeq(node)) {
      const index = node.items.findIndex((item) => includes(item, offset));
      if (index < 0) return path;
      path.push(index);
      node = node.items[index];
    } else return path;
  }
}
