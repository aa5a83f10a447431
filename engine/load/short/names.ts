/** Names in expressions that are written for several places. */

const tokens = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|\s+|[\s\S]/g;
const holes = /\{\{((?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?!\}\})[\s\S])*)\}\}/g;

/** A text as a literal of an expression. */
export const literal = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** What expressions read as `item`: its members, as texts. */
export type Item = Readonly<Record<string, string>>;

/**
 * An expression with other names for some values. Members of other values, functions and texts stay.
 * @param item replaces `item.member` by its text
 */
export function withNames(code: string, names: ReadonlyMap<string, string>, item: Item = {}): string {
  const all = code.match(tokens) ?? [];
  const words = all.flatMap((token, index) => (/^\s/.test(token) ? [] : [index]));
  const at = (place: number): string => all[words[place] ?? -1] ?? '';
  for (const [place, index] of words.entries()) {
    const word = all[index] as string;
    // `|` alone is a filter; `||` is two of these signs.
    const isFilter = at(place - 1) === '|' && at(place - 2) !== '|';
    if (at(place - 1) === '.' || at(place + 1) === '(' || isFilter) continue;
    const member = word === 'item' && at(place + 1) === '.' ? at(place + 2) : '';
    if (Object.hasOwn(item, member)) {
      // As a text of any kind: a literal could not be compared with another one.
      all[index] = `trim(${literal(item[member] as string)})`;
      for (const each of [place + 1, place + 2]) all[words[each] as number] = '';
    } else all[index] = names.get(word) ?? word;
  }
  return all.join('');
}

/** A text with other names in its `{{ … }}`. A hole that only has a member of the item becomes its text. */
export const withNamesInText = (text: string, names: ReadonlyMap<string, string>, item: Item): string =>
  text.replace(holes, (_, code: string) => {
    const [, member = ''] = /^\s*item\.(\w+)\s*$/.exec(code) ?? [];
    return Object.hasOwn(item, member) ? (item[member] as string) : `{{${withNames(code, names, item)}}}`;
  });
