import type { Code, Inline, Template, Text } from '../../schemas/compiled.ts';

/** The callbacks of the inline parser. Offsets count from the start of the text that is parsed. */
export interface InlineOptions {
  /** The pieces of one `{{ … }}`, braces included, or of the rest of the text if the braces are not closed. */
  hole(text: string, offset: number): readonly (string | { readonly v: Code })[];
  /** The address of a link. */
  link(address: string, offset: number): Template;
  /** Reports `**` or `*` that is not closed. */
  unclosed(mark: string, offset: number): void;
}

type Mark = '**' | '*';

/**
 * Parses `**strong**`, `*emphasis*`, `[words](address)` and `{{ expression }}`. A backslash escapes the character after
 * it. An asterisk before a space and a bracket without an address are literal characters. The result of an expression
 * is never parsed.
 */
export function parseInline(text: string, options: InlineOptions): Text {
  // Most texts have no markup.
  if (!/[\\*[{]/.test(text)) return text;
  const parser = new Parser(text, options);
  const pieces = parser.parse(0, text.length, []);
  if (pieces.length === 0) return '';
  return pieces.length === 1 && typeof pieces[0] === 'string' ? pieces[0] : pieces;
}

/** The offset after the `}}` that closes a `{{`, or the end of the text. Braces inside quotes do not close it. */
export function endOfHole(text: string, open: number): number {
  const next = /\}\}|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
  next.lastIndex = open + 2;
  for (let found = next.exec(text); found; found = next.exec(text)) if (found[0] === '}}') return found.index + 2;
  return text.length;
}

/** A `{{ … }}` of a text, from its first brace to the offset after its last. */
export interface Hole {
  readonly from: number;
  readonly to: number;
  readonly code: string;
}

/** Every `{{ … }}` of a text. One that is not closed, which the check reports, is left out with what follows it. */
export function holesIn(text: string): Hole[] {
  const holes: Hole[] = [];
  for (let from = text.indexOf('{{'); from >= 0; ) {
    const to = endOfHole(text, from);
    if (to < from + 4 || !text.startsWith('}}', to - 2)) break;
    holes.push({ from, to, code: text.slice(from + 2, to - 2) });
    from = text.indexOf('{{', to);
  }
  return holes;
}

class Parser {
  private readonly text: string;
  private readonly options: InlineOptions;
  /** Where the last call of `parse` stopped; -1 if its innermost mark is not closed. */
  private at = 0;
  private failed = false;
  /** The offset of the closing bracket, by the offset of the opening one. */
  private pairs: ReadonlyMap<number, number> | undefined;

  constructor(text: string, options: InlineOptions) {
    this.text = text;
    this.options = options;
  }

  /** Parses from an offset up to `end` or to the mark that closes the innermost of `open`. */
  parse(from: number, end: number, open: readonly Mark[], inLink = false): Inline[] {
    const { text } = this;
    const pieces: Inline[] = [];
    const innermost = open[open.length - 1];
    let at = from;
    while (at < end) {
      const sign = text[at] as string;
      if (sign === '\\' && /[\\*[\]{}()]/.test(text[at + 1] ?? '')) {
        add(pieces, text[at + 1] as string);
        at += 2;
      } else if (text.startsWith('{{', at)) {
        const close = Math.min(end, endOfHole(text, at));
        for (const piece of this.options.hole(text.slice(at, close), at)) add(pieces, piece);
        at = close;
      } else if (sign === '*') {
        const two = text[at + 1] === '*';
        const mark: Mark = two && !(innermost === '*' && open.includes('**')) ? '**' : '*';
        if (mark === innermost && !/\s/.test(text[at - 1] ?? ' ')) {
          this.at = at + mark.length;
          return pieces;
        }
        const after = text[at + mark.length] ?? ' ';
        if (/\s/.test(after) || open.includes(mark) || this.failed) {
          add(pieces, mark);
          at += mark.length;
          continue;
        }
        const inner = this.parse(at + mark.length, end, [...open, mark], inLink);
        if (this.at < 0) {
          // Reported once: an unclosed mark leaves the marks inside it unclosed too.
          if (!this.failed) this.options.unclosed(mark, at);
          this.failed = true;
          this.at = end;
        }
        add(pieces, mark === '**' ? { b: inner } : { i: inner });
        at = this.at;
      } else if (sign === '[' && !inLink) {
        const link = this.linkAt(at);
        if (link === undefined) {
          add(pieces, sign);
          at++;
          continue;
        }
        const words = this.parse(at + 1, link.words, [], true);
        add(pieces, { a: words, to: this.options.link(text.slice(link.words + 2, link.close), link.words + 2) });
        at = link.close + 1;
      } else {
        const next = /[\\*[{]/g;
        next.lastIndex = at + 1;
        const stop = Math.min(end, next.exec(text)?.index ?? end);
        add(pieces, text.slice(at, stop));
        at = stop;
      }
    }
    // Read only after a mark: without one, `at` is of no use.
    this.at = -1;
    return pieces;
  }

  /** Where the words and the address of a link end; undefined if the bracket does not start a link. */
  private linkAt(open: number): { words: number; close: number } | undefined {
    this.pairs ??= pairBrackets(this.text);
    const words = this.pairs.get(open);
    if (words === undefined || this.text[words + 1] !== '(') return undefined;
    const close = this.pairs.get(words + 1);
    return close === undefined ? undefined : { words, close };
  }
}

/** Pairs square and round brackets, except in `{{ … }}` and after a backslash. */
function pairBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open = { ']': [] as number[], ')': [] as number[] };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (text.startsWith('{{', at)) at = endOfHole(text, at) - 1;
    else if (sign === '[') open[']'].push(at);
    else if (sign === '(') open[')'].push(at);
    else if (sign === ']' || sign === ')') {
      const from = open[sign].pop();
      if (from !== undefined) pairs.set(from, at);
    }
  }
  return pairs;
}

function add(pieces: Inline[], piece: Inline): void {
  if (piece === '') return;
  const last = pieces.length - 1;
  if (typeof piece === 'string' && typeof pieces[last] === 'string') pieces[last] += piece;
  else pieces.push(piece);
}
