const spacesBefore = /[:,\-?[{]/;

/**
 * Detects excessive nesting in a single pass, before a recursive parser reads the file. Counts levels of indentation,
 * repeated `- ` on one line, and brackets, including brackets in unclosed quotes.
 * @returns the offset where the limit is exceeded; undefined if it is not
 */
export function tooDeepAt(text: string, most: number): number | undefined {
  const indents: number[] = [];
  let flow = 0;
  let quote = '';
  let at = 0;
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (flow === 0) {
      const start = skipIndicators(text, at, end, indents);
      if (indents.length > most) return start;
    }
    // Whether a collection can open here: at the start of a value or of an item.
    let opens = true;
    for (let i = at; i < end; i++) {
      const sign = text[i] as string;
      if (quote !== '') {
        if (quote === '"' && sign === '\\') i++;
        else if (sign === quote) quote = '';
        continue;
      }
      if (sign === ' ' || sign === '\t' || sign === '\r') continue;
      if (flow > 0 && opens && (sign === '"' || sign === "'")) quote = sign;
      else if (sign === '#' && (i === at || text[i - 1] === ' ')) break;
      else if (opens && (sign === '[' || sign === '{')) {
        if (++flow + indents.length > most) return i;
      } else if (flow > 0 && (sign === ']' || sign === '}')) flow--;
      opens = spacesBefore.test(sign);
    }
    at = end + 1;
  }
  return undefined;
}

/** Reads the indentation of a line and its leading `- `, and updates the open levels in `indents`. */
function skipIndicators(text: string, from: number, end: number, indents: number[]): number {
  let at = from;
  const space = () => {
    while (at < end && text[at] === ' ') at++;
  };
  space();
  if (at >= end || text[at] === '#' || text[at] === '\r') return at;
  let column = at - from;
  while (indents.length > 0 && (indents[indents.length - 1] as number) >= column) indents.pop();
  if (column > 0) indents.push(column);
  while ((text[at] === '-' || text[at] === '?') && text[at + 1] === ' ') {
    at++;
    space();
    column = at - from;
    indents.push(column);
  }
  return at;
}
