/** Names in expressions that are written for several places. */
import { applyEdits, type Edit } from '../../edits/edit.ts';
import { chainsIn } from '../../expressions/index.ts';
import { holesIn } from '../../values/inline.ts';

/** A text as a literal of an expression. */
export const literal = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** What expressions read as `item`: its members, as texts. */
export type Item = Readonly<Record<string, string>>;

/**
 * An expression with other names for some values. Members of other values, functions and texts stay. An expression that
 * cannot be parsed stays as it is, and the check reports it.
 * @param item replaces `item.member` by its text
 */
export function withNames(code: string, names: ReadonlyMap<string, string>, item: Item = {}): string {
  const edits = chainsIn(code).map(({ names: read, spans }): Edit => {
    const [{ offset, length }, below] = spans as readonly [(typeof spans)[number], (typeof spans)[number] | undefined];
    const [name, member] = read as readonly [string, string | null | undefined];
    const isItem =
      name === 'item' &&
      below !== undefined &&
      code.slice(offset + length, below.offset).trim() === '.' &&
      Object.hasOwn(item, String(member));
    // As a text of any kind: a literal could not be compared with another one.
    return isItem
      ? { start: offset, end: below.offset + below.length, text: `trim(${literal(item[String(member)] as string)})` }
      : { start: offset, end: offset + length, text: names.get(name) ?? name };
  });
  return applyEdits(code, edits);
}

/** A text with other names in its `{{ … }}`. A hole that only has a member of the item becomes its text. */
export function withNamesInText(text: string, names: ReadonlyMap<string, string>, item: Item): string {
  let now = '';
  let at = 0;
  for (const { from, to, code } of holesIn(text)) {
    const [, member = ''] = /^\s*item\.(\w+)\s*$/.exec(code) ?? [];
    now += text.slice(at, from);
    now += Object.hasOwn(item, member) ? (item[member] as string) : `{{${withNames(code, names, item)}}}`;
    at = to;
  }
  return now + text.slice(at);
}
