import type { Span } from './ast.ts';
import { throwSyntax } from './problems.ts';

export type Token = Span &
  (
    | { kind: 'number'; value: number }
    | { kind: 'string'; value: string }
    | { kind: 'name'; text: string }
    | { kind: 'sign'; text: string }
    | { kind: 'end'; text: '' }
  );

const signs = /\|\||&&|[=!<>]=|[-+*/%!<>?:()[\],.|]/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const numeral = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?/y;
// Characters directly after a number that make it invalid: 1.2.3, 10px, 1e.
const numeralTail = /[\w.]+/y;
const space = /[ \t\r\n]+/y;
const escapes: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '?': '?',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
};
// CEL's numeric escapes: two, four or eight hexadecimal digits, or three octal digits.
const numericEscape = /(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/y;
const wholeNumber = /^\d+$/;

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const misspelt: Record<string, string> = {
  '=': 'Compare with ==.',
  '!==': 'Write !=.',
  '=>': 'Write >=.',
  '=<': 'Write <=.',
  '≠': 'Write !=.',
  '≥': 'Write >=.',
  '≤': 'Write <=.',
  '×': 'Write *.',
  '÷': 'Write /.',
  '−': 'Write -.',
  '–': 'Write -.',
  '&': 'Write &&.',
  ';': 'An expression is one value; leave out the semicolon.',
  '“': 'Quote a text with \' or ".',
  '”': 'Quote a text with \' or ".',
  '‘': 'Quote a text with \' or ".',
  '’': 'Quote a text with \' or ".',
  '@': "Write quotes around an address: 'ana@example.com'.",
  $: 'Write the name alone, without $.',
  '{': 'Records can not be written in an expression; name them under facts.',
};

/** The tokens of `text`, ending with an `end` token. @throws SyntaxProblem */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const skipped = match(space, text, at);
    if (skipped) {
      at += skipped.length;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.length;
  }
  tokens.push({ kind: 'end', text: '', offset: text.length, length: 0 });
  return tokens;
}

function tokenAt(text: string, offset: number): Token {
  const char = text[offset] ?? '';
  if (char === "'" || char === '"') return stringAt(text, offset);
  const digits = match(numeral, text, offset);
  if (digits) {
    const tail = match(numeralTail, text, offset + digits.length) ?? '';
    const value = Number(digits);
    const span = { offset, length: digits.length + tail.length };
    if (tail || !Number.isFinite(value)) throwSyntax('expression-bad-number', span, digits + tail);
    if (wholeNumber.test(digits) && !Number.isSafeInteger(value))
      throwSyntax('expression-inexact-number', span, digits);
    return { kind: 'number', value, ...span };
  }
  const word = match(name, text, offset);
  if (word) return { kind: 'name', text: word, offset, length: word.length };
  const sign = match(signs, text, offset);
  if (sign) return { kind: 'sign', text: sign, offset, length: sign.length };
  const whole = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const pair = whole === '=' ? [`${text[offset - 2]}${text[offset - 1]}=`, text.slice(offset, offset + 2)] : [];
  const known = [...pair, whole].find((each) => Object.hasOwn(misspelt, each)) ?? whole;
  return throwSyntax(
    'expression-unexpected',
    { offset, length: whole.length },
    whole,
    'a value or an operator',
    misspelt[known],
  );
}

function stringAt(text: string, offset: number): Token {
  const quote = text[offset];
  let value = '';
  let at = offset + 1;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') {
    const escaped = text[at] === '\\' ? escapeAt(text, at) : undefined;
    if (escaped === null) break;
    const written = escaped?.written ?? String.fromCodePoint(text.codePointAt(at) as number);
    const piece = escaped?.value ?? written;
    if (/\p{Surrogate}/u.test(piece)) throwSyntax('expression-lone-surrogate', { offset: at, length: written.length });
    value += piece;
    at += written.length;
  }
  if (text[at] !== quote)
    throwSyntax('expression-unclosed-text', { offset, length: Math.min(at, text.length) - offset });
  return { kind: 'string', value, offset, length: at + 1 - offset };
}

/** The escape sequence at a backslash, or null if the text ends there. @throws SyntaxProblem for an unknown escape */
function escapeAt(text: string, at: number): { written: string; value: string } | null {
  const letter = text[at + 1] ?? '';
  if (letter === '') return null;
  if (Object.hasOwn(escapes, letter)) return { written: `\\${letter}`, value: escapes[letter] as string };
  const digits = match(numericEscape, text, at + 1);
  const point =
    digits === undefined ? Number.NaN : Number.parseInt(digits.replace(/^[xXuU]/, ''), /^\d/.test(digits) ? 8 : 16);
  if (digits !== undefined && point <= 0x10ffff) return { written: `\\${digits}`, value: String.fromCodePoint(point) };
  return throwSyntax('expression-bad-escape', { offset: at, length: 2 }, `\\${letter}`);
}
