/** What an author wrote, where YAML is not well-formed or says something else than it seems to. */
import { type Document, isCollection, isMap, isScalar, type Pair, type Scalar, visit, type YAMLError } from 'yaml';

/** A mistake in the syntax of a file. */
export interface SyntaxMistake {
  readonly offset: number;
  readonly length: number;
  readonly reason: string;
  /** What to write instead; undefined if only the usual advice about quotes fits. */
  readonly hint?: string;
}

interface Line {
  readonly offset: number;
  readonly text: string;
  readonly indent: number;
  /** Without its indentation. */
  readonly content: string;
}

/** Spaces that look like one and are none in YAML. */
const oddSpace = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]/;
const oddSpaceHint = 'Replace it by a space of the keyboard; it often comes with text from a website or a document.';

function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '');
  const content = line.trimStart();
  return { offset: start, text: line, indent: line.length - content.length, content: content.trimEnd() };
}

const isBlank = ({ content }: Line): boolean => content === '' || content.startsWith('#');

function* linesAbove(text: string, line: Line): Generator<Line> {
  for (let at = line.offset; at > 0; ) {
    const above = lineAt(text, at - 1);
    if (!isBlank(above)) yield above;
    at = above.offset;
  }
}

const nextLine = (text: string, line: Line): Line | undefined => {
  for (let at = line.offset + line.text.length + 1; at < text.length; ) {
    const next = lineAt(text, at);
    if (!isBlank(next)) return next;
    at = next.offset + next.text.length + 1;
  }
  return undefined;
};

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
const quoted = (text: string): string => JSON.stringify(text.trim());
const atLine = (line: Line, reason: string, hint: string): SyntaxMistake => ({
  offset: line.offset + line.indent,
  length: Math.max(1, line.content.length),
  reason,
  hint,
});

/** The mistakes of a file that is not well-formed, each once: what follows from an earlier one is left out. */
export function syntaxMistakes(
  text: string,
  document: Document,
  errors: readonly Pick<YAMLError, 'code' | 'message' | 'pos'>[],
): SyntaxMistake[] {
  const found: SyntaxMistake[] = [];
  let until = -1;
  for (const error of errors) {
    if (error.pos[0] < until) continue;
    const mistake = explained(text, document, error);
    found.push(mistake);
    // A mistake on the next line follows from this one.
    // Nothing below a bracket or a quote that is open is what it seems to be.
    if (mistake.reason.endsWith('is not closed.')) break;
    const next = nextLine(text, lineAt(text, Math.max(mistake.offset, error.pos[0])));
    until = next === undefined ? text.length + 1 : next.offset + next.text.length + 1;
  }
  return found;
}

function explained(
  text: string,
  document: Document,
  { code, message, pos: [start] }: Pick<YAMLError, 'code' | 'message' | 'pos'>,
): SyntaxMistake {
  const line = lineAt(text, text[start] === '\n' ? start : Math.min(start, text.length));
  const odd = oddSpaceIn(line);
  if (odd !== undefined) return odd;
  switch (code) {
    case 'MULTIPLE_DOCS':
      return secondDocument(text, line);
    case 'MISSING_CHAR':
      if (message.startsWith('Missing closing')) return unclosedQuote(text, document, start);
      return misplacedLine(text, line);
    case 'BAD_INDENT':
      return message.startsWith('Flow') ? unclosedBracket(text, document, start) : misplacedLine(text, line);
    case 'BLOCK_AS_IMPLICIT_KEY': {
      // The value of a key, which goes on as a mapping: on its line after a colon, or on the next line.
      const rest = text.slice(start, line.offset + line.text.length);
      const key = line.content.slice(0, Math.max(0, start - line.offset - line.indent)).trim();
      if (/:(\s|$)/.test(rest) && key !== '')
        return {
          offset: start,
          length: rest.length,
          reason: 'A colon and a space in a text begin another value.',
          hint: `Write quotes around the text: ${shortened(`${key} ${quoted(rest)}`)}.`,
        };
      const below = nextLine(text, line);
      return misplacedLine(text, text[start] === '\n' || below === undefined ? lineAt(text, start + 1) : below);
    }
    case 'MULTILINE_IMPLICIT_KEY':
      return misplacedLine(text, line);
    case 'UNEXPECTED_TOKEN':
      return afterValue(text, document, start, line, message);
    case 'BAD_SCALAR_START':
      return {
        offset: start,
        length: 1,
        reason: `A text cannot begin with ${text[start]} without quotes.`,
        hint: `Write quotes around it: ${shortened(quoted(line.text.slice(start - line.offset)))}.`,
      };
    case 'BAD_DQ_ESCAPE':
      return {
        offset: start,
        length: 2,
        reason: `In double quotes, a backslash has a meaning, and \\${text[start + 1] ?? ''} has none.`,
        hint: 'Write \\\\ for a backslash, or single quotes around the text.',
      };
    case 'BLOCK_IN_FLOW':
      return {
        offset: start,
        length: Math.max(1, line.offset + line.text.length - start),
        reason: 'Two values follow each other without a comma between { and }.',
        hint: 'Write a comma between them, or quotes around a text that contains ": ".',
      };
    default:
      return {
        offset: start,
        length: 1,
        reason: message.split('\n')[0]?.replace(/[.:]?$/, '.') ?? '',
      };
  }
}

/** A space that is none in the indentation of a line, or after its dash or first colon. */
function oddSpaceIn(line: Line): SyntaxMistake | undefined {
  const [before] = /^\s*(?:-\s*)?(?:[\w.-]+:\s*)?/.exec(line.text) ?? [''];
  const at = before.search(oddSpace);
  if (at < 0) return undefined;
  return {
    offset: line.offset + at,
    length: 1,
    reason: 'This looks like a space and is another character, such as a no-break space.',
    hint: oddSpaceHint,
  };
}

function secondDocument(text: string, line: Line): SyntaxMistake {
  const begins = /^(?:---|\.\.\.)/.test(line.content) ? line : ([...linesAbove(text, line)][0] ?? line);
  return {
    offset: begins.offset,
    length: 3,
    reason: `${begins.content.slice(0, 3)} ends the document, and a file has only one.`,
    hint: 'Remove this line, or move what follows it to a file of its own.',
  };
}

/** The quoted texts of a document, in order. */
function quotedTexts(document: Document): Scalar[] {
  const found: Scalar[] = [];
  visit(document, {
    Scalar(_, node) {
      if (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') found.push(node);
    },
  });
  return found;
}

function unclosedQuote(text: string, document: Document, end: number): SyntaxMistake {
  const texts = quotedTexts(document).flatMap(({ range }) => (range != null && range[0] < end ? [range] : []));
  // A text that goes on over the next key ends at the quote that begins another.
  const [start = 0] = texts.find(([from = 0, to = 0]) => holdsKeys(text.slice(from, to))) ?? texts.at(-1) ?? [end - 1];
  return openQuote(text, start);
}

/** Whether a text has a line that begins with a key. */
const holdsKeys = (written: string): boolean => /\n\s*(?:- )?[\w-]+:\s/.test(written);

function openQuote(text: string, start: number): SyntaxMistake {
  const line = lineAt(text, start);
  const quote = text[start] ?? '"';
  const written = line.text.slice(start - line.offset).replace(/[\s,}\]]*$/, '');
  return {
    offset: start,
    length: Math.max(1, written.length),
    reason: `The text that begins with ${quote} is not closed.`,
    hint: `Write ${quote} at its end: ${shortened(written)}${quote}.`,
  };
}

function unclosedBracket(text: string, document: Document, at: number): SyntaxMistake {
  let start: number | undefined;
  visit(document, {
    Collection(_, node) {
      const [from = 0, to = 0] = node.range ?? [];
      if (isCollection(node) && node.flow === true && from <= at && !']}'.includes(text[to - 1] ?? '')) start = from;
    },
  });
  const offset = start ?? Math.max(text.lastIndexOf('{', at - 1), text.lastIndexOf('[', at - 1), 0);
  const open = text[offset] ?? '{';
  const close = open === '[' ? ']' : '}';
  return {
    offset,
    length: 1,
    reason: `${open} is not closed.`,
    hint: `Write ${close} after its last value.`,
  };
}

/** What follows a value that is complete. */
function afterValue(text: string, document: Document, start: number, line: Line, message: string): SyntaxMistake {
  const quote = quotedTexts(document).findLast(({ range }) => range !== undefined && (range?.[1] ?? 0) <= start);
  const [from = -1, to = -1] = quote?.range ?? [];
  if (from >= 0 && text.slice(to, start).trim() === '') {
    const sign = text[from] ?? '"';
    const inside = text.slice(from + 1, to - 1);
    if (holdsKeys(inside)) return openQuote(text, from);
    const place = { offset: from, length: Math.max(1, line.offset + line.text.length - from) };
    const whole = text.slice(from, line.offset + line.text.length).trimEnd();
    if (sign === "'" && to === start)
      return {
        ...place,
        reason: 'An apostrophe ends a text in single quotes.',
        hint: `Write double quotes around the text, ${shortened(`"${inside}'${apostropheRest(whole, inside)}"`)}, or the apostrophe twice: ''.`,
      };
    if (sign === '"' && to === start)
      return {
        ...place,
        reason: 'A double quote ends a text in double quotes.',
        hint: 'Write single quotes around the whole text, or \\" for a quote inside it.',
      };
    return {
      ...place,
      reason: 'A text that begins with a quote ends at the next one.',
      hint: `Write quotes around the whole text: ${shortened(sign === "'" ? `"${whole}"` : `'${whole}'`)}.`,
    };
  }
  const value = /^(?:- )?(?:[\w-]+: +)?(.*)$/.exec(line.content)?.[1] ?? line.content;
  if (message.startsWith('Not a YAML token'))
    return atLine(
      line,
      'A text after | or > begins on the next line.',
      'Move the text below it, with two more spaces.',
    );
  return {
    offset: start,
    length: Math.max(1, line.offset + line.text.length - start),
    reason: `A text that begins with ${value.startsWith('{{') ? '{{' : (value[0] ?? '')} needs quotes.`,
    hint: `Write quotes around it: ${shortened(quoted(value))}.`,
  };
}

const apostropheRest = (whole: string, inside: string): string =>
  whole.slice(inside.length + 2).replace(/'[\s,}\]]*$|'.*$/, '');

const keyAtStart = /^(?:- )?["']?[\w-]+["']?:(?:\s|$)/;

/** A line that is not where, or not what, it should be. */
function misplacedLine(text: string, line: Line): SyntaxMistake {
  const [, dash = '', key = '', value = ''] = /^(- )?([\w-]+):(\S.*)$/.exec(line.content) ?? [];
  if (key !== '' && !value.startsWith('//'))
    return atLine(line, 'A colon needs a space after it.', `Write ${shortened(`${dash}${key}: ${value}`)}.`);
  const [, name = '', rest = ''] = /^(?:- )?([\w-]+)\s*=\s*(.*)$/.exec(line.content) ?? [];
  if (name !== '')
    return atLine(line, 'A value follows a colon and a space, not =.', `Write ${shortened(`${name}: ${rest}`)}.`);
  const above = [...linesAbove(text, line)];
  if (!keyAtStart.test(line.content) && !/^[-{[]/.test(line.content)) {
    const list = above.find(({ indent }) => indent <= line.indent);
    if (list?.indent === line.indent && list.content.startsWith('- ')) return missingDash(line);
    const [, first = line.content, after = ''] = /^([\w-]+)\s+(.*)$/.exec(line.content) ?? [];
    return atLine(
      line,
      'This line has neither a key with a colon nor a dash.',
      `Write ${shortened(after === '' ? `${first}: …` : `${first}: ${after}`)}. Indent it by two more spaces if it goes on with the text above.`,
    );
  }
  for (const { indent, content } of above) {
    if (indent > line.indent) continue;
    const isBesideItem = content.startsWith('- ') && !line.content.startsWith('- ');
    if (isBesideItem && (indent === line.indent || line.content.startsWith('{'))) return missingDash(line, indent);
    break;
  }
  // The columns that a line can begin in here.
  let least = Number.POSITIVE_INFINITY;
  const open = above.flatMap(({ indent, content }): { column: number; content: string }[] => {
    if (indent >= least) return [];
    least = indent;
    const inItem = content.startsWith('- ') && keyAtStart.test(content.slice(2));
    const own = { column: indent, content };
    return inItem ? [{ column: indent + 2, content: content.slice(2) }, own] : [own];
  });
  const isItem = line.content.startsWith('- ');
  const fitting = open.filter(({ content }) => content.startsWith('- ') === isItem);
  const near = fitting.reduce<(typeof open)[number] | undefined>(
    (best, each) =>
      best === undefined || Math.abs(each.column - line.indent) < Math.abs(best.column - line.indent) ? each : best,
    undefined,
  );
  const label = (content: string): string => shortened(content.split(/(?<=:)\s/)[0] ?? content);
  return atLine(
    line,
    `The indentation of ${label(line.content)} fits nothing above it: it begins with ${line.indent} space${line.indent === 1 ? '' : 's'}.`,
    near === undefined
      ? 'Begin it in the column of what it belongs beside.'
      : `Begin it with ${near.column === 0 ? 'no spaces' : `${near.column} space${near.column === 1 ? '' : 's'}`}, in the column of ${label(near.content)} above.`,
  );
}

/** @param column that of the items above */
const missingDash = (line: Line, column = line.indent): SyntaxMistake =>
  atLine(
    line,
    column === line.indent
      ? 'This is in the column of a list, and has no dash.'
      : 'This follows the items of a list, and has no dash.',
    `Write a dash and a space before it${column === line.indent ? '' : `, in the column of the items above`}: ${shortened(`- ${line.content}`)}.`,
  );

/** Mistakes that are well-formed YAML of another meaning. */
export function silentMistakes(text: string, document: Document): SyntaxMistake[] {
  const found: SyntaxMistake[] = [];
  visit(document, {
    Pair(_, pair, path) {
      const mistake = keyMistake(text, pair, path.at(-1));
      if (mistake !== undefined) found.push(mistake);
    },
    Scalar(key, { type, value, range }) {
      const [from = 0, to = 0] = range ?? [];
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string') return;
      const written = text.slice(from, to);
      const at = written.search(/\n[ ]*- /);
      if (at < 0) return;
      const line = lineAt(text, from + at + 1);
      found.push(
        atLine(
          line,
          'This item is part of the text above it, because its dash is indented under a text.',
          'Begin it in the column of the list that it belongs to, or give the list a key of its own.',
        ),
      );
    },
  });
  return found;
}

const isMissing = (value: unknown): boolean => value === null || (isScalar(value) && value.value === null);

function keyMistake(text: string, { key, value }: Pair, around: unknown): SyntaxMistake | undefined {
  if (!isScalar(key)) {
    const [from = 0, to = from + 1] = (key as { range?: readonly number[] } | null)?.range ?? [];
    const before = text[from - 1];
    if (text[from] !== '{' || before !== '{') return undefined;
    const written = /^\{\{[^}]*\}\}/.exec(text.slice(from - 1))?.[0] ?? text.slice(from - 1, to + 1);
    return {
      offset: from - 1,
      length: written.length,
      reason: 'A text that begins with {{ needs quotes.',
      hint: `Write quotes around it: ${shortened(quoted(written))}.`,
    };
  }
  const [from = 0, to = from + 1] = key.range ?? [];
  const place = { offset: from, length: Math.max(1, to - from) };
  const name = text.slice(from, to);
  if (key.type !== 'PLAIN') return undefined;
  if (/^(?:-?\s*)/.test(name) && (oddSpace.test(name[0] ?? '') || /^-/.test(name)) && oddSpace.test(name.slice(0, 2)))
    return {
      offset: from + name.search(oddSpace),
      length: 1,
      reason: 'This looks like a space and is another character, such as a no-break space.',
      hint: oddSpaceHint,
    };
  if (!isMap(around) || around.flow !== true || !isMissing(value)) return undefined;
  const [, word, rest] = /^([\w-]+):(\S.*)$/s.exec(name) ?? [];
  if (word !== undefined && rest !== undefined && !rest.startsWith('//'))
    return { ...place, reason: 'A colon needs a space after it.', hint: `Write ${shortened(`${word}: ${rest}`)}.` };
  if (text.slice(to).trimStart().startsWith(':')) return undefined;
  const index = around.items.findIndex((item) => item.key === key);
  const before = around.items[index - 1];
  const last = before?.value;
  if (!isScalar(last) || !isScalar(before?.key) || last.type !== 'PLAIN' || last.value === null) return undefined;
  const start = last.range?.[0] ?? from;
  const others = around.items.slice(index + 1);
  const following = others.findIndex((item) => !isMissing(item.value));
  const end = [key, ...others.slice(0, following < 0 ? others.length : following).map((item) => item.key)].at(-1);
  const whole = text.slice(start, isScalar(end) ? end.range?.[1] : to);
  if (/^\d{1,3}(?:,\d{3})+$/.test(whole))
    return {
      offset: start,
      length: whole.length,
      reason: `The comma ends the number, so that ${String(before?.key.value)} is ${text.slice(start, start + whole.indexOf(','))}.`,
      hint: `Write numbers without separators: ${String(before?.key.value)}: ${whole.replaceAll(',', '')}.`,
    };
  if (typeof last.value !== 'string' || !/^[^\n{}[\]]+$/.test(whole)) return undefined;
  return {
    offset: start,
    length: whole.length,
    reason: 'A comma between { and } ends a text without quotes.',
    hint: `Write quotes around it: ${shortened(`${String(before?.key.value)}: ${quoted(whole)}`)}.`,
  };
}

/** Texts without quotes that end at a comment which was meant as their rest: `Why we are #1`. */
export function cutOffTexts(text: string, document: Document): { offset: number; lost: string; whole: string }[] {
  const found: { offset: number; lost: string; whole: string }[] = [];
  visit(document, {
    Scalar(key, { type, value, comment, range }) {
      const [from = 0, to = 0] = range ?? [];
      // People write comments with a space after the sign.
      if (key === 'key' || type !== 'PLAIN' || typeof value !== 'string' || !/^[\p{L}\p{N}]/u.test(comment ?? ''))
        return;
      const line = lineAt(text, to);
      const offset = text.indexOf('#', to);
      const end = line.offset + line.text.length;
      if (offset < 0 || offset >= end) return;
      const lost = text.slice(offset, end).trimEnd();
      found.push({ offset, lost, whole: shortened(quoted(`${text.slice(from, to)} ${lost}`)) });
    },
  });
  return found;
}
