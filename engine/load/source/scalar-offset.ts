/** The position of a scalar in a file, and its value. */
export interface ScalarPlace {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Written with `|` or `>`. */
  readonly block: boolean;
}

/**
 * The offset in the file of one character of a scalar's value. Reads source and value in parallel, across quotes,
 * escapes, indentation and folded lines. Undefined if the two do not match.
 */
export function sourceOffset(text: string, scalar: ScalarPlace, wanted: number): number | undefined {
  const { value, end } = scalar;
  const quote = scalar.block ? '' : (text[scalar.start] ?? '');
  const quoted = quote === '"' || quote === "'";
  let at = scalar.start + (quoted ? 1 : 0);
  let indent = Number.POSITIVE_INFINITY;
  if (scalar.block) {
    const header = text.indexOf('\n', at);
    if (header < 0) return undefined;
    at = header + 1;
    // The first line that is not empty determines the indentation.
    const [, spaces = ''] = /^(?: *\r?\n)*( *)/.exec(text.slice(at, end)) ?? [];
    indent = spaces.length;
    at = skipIndent(text, at, indent);
  }
  for (let index = 0; index < value.length; ) {
    const sign = value[index] as string;
    const here = text[at];
    if (at >= end || here === undefined) return undefined;
    if (quote === '"' && here === '\\') {
      const escaped = text[at + 1] ?? '';
      if (escaped === '\n') {
        at = skipSpace(text, at + 2);
        continue;
      }
      if (index >= wanted) return at;
      at += escaped === 'x' ? 4 : escaped === 'u' ? 6 : escaped === 'U' ? 10 : 2;
      index += escaped === 'U' && (value.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
      continue;
    }
    if (quote === "'" && here === "'" && text[at + 1] === "'") {
      if (index >= wanted) return at;
      at += 2;
      index++;
      continue;
    }
    if (here === '\r') {
      at++;
      continue;
    }
    if (here === '\n' && (sign === ' ' || sign === '\n')) {
      if (index >= wanted) return at;
      at = skipIndent(text, at + 1, indent);
      index++;
      continue;
    }
    if (here === sign) {
      if (index >= wanted) return at;
      at++;
      index++;
      continue;
    }
    if (here === ' ' || here === '\t' || here === '\n') {
      at++;
      continue;
    }
    return undefined;
  }
  return at <= end ? at : undefined;
}

function skipIndent(text: string, from: number, most: number): number {
  let at = from;
  while (at - from < most && text[at] === ' ') at++;
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}
