/** Names in expressions that are written for several places. */

const tokens = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|\s+|[\s\S]/g;

/** An expression with other names for some values. Members of other values, functions and texts stay. */
export function withNames(code: string, names: ReadonlyMap<string, string>): string {
  const all = code.match(tokens) ?? [];
  const words = all.flatMap((token, index) => (/^\s/.test(token) ? [] : [index]));
  for (const [place, index] of words.entries()) {
    const now = names.get(all[index] as string);
    const [before, after] = [words[place - 1], words[place + 1]].map((at) => (at === undefined ? '' : all[at]));
    // `|` alone is a filter; `||` is two of these signs.
    const isFilter = before === '|' && all[words[place - 2] ?? -1] !== '|';
    if (now !== undefined && before !== '.' && after !== '(' && !isFilter) all[index] = now;
  }
  return all.join('');
}
