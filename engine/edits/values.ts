/** Values as YAML, in the style of a file. */
import { Document, isMap, isScalar, isSeq, Scalar, stringify, type ToStringOptions, visit } from 'yaml';
import { columnOf, type ParsedText } from './layout.ts';

/** How a file is written. */
export interface Style {
  readonly newline: string;
  /** The spaces of one level. */
  readonly step: number;
  /** Whether the dashes of a list are indented below its key. */
  readonly indentsLists: boolean;
  readonly singleQuotes: boolean;
  /** Whether keys and texts are in double quotes, as in JSON. */
  readonly isJson: boolean;
}

/** The style of a file, by what it contains. */
export function styleOf({ text, document }: ParsedText): Style {
  let step: number | undefined;
  let listStep: number | undefined;
  const quotes = { QUOTE_SINGLE: 0, QUOTE_DOUBLE: 0 };
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !(isMap(value) || isSeq(value)) || value.flow) return;
      const deeper = columnOf(text, value.range?.[0] ?? 0) - columnOf(text, key.range?.[0] ?? 0);
      if (isSeq(value)) listStep ??= deeper;
      else if (deeper > 0) step ??= deeper;
    },
    Scalar(_, { type }) {
      if (type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE') quotes[type] += 1;
    },
  });
  const { contents } = document;
  return {
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    step: step ?? 2,
    indentsLists: listStep !== 0,
    singleQuotes: quotes.QUOTE_DOUBLE <= quotes.QUOTE_SINGLE,
    isJson: (isMap(contents) || isSeq(contents)) && contents.flow === true && contents.items.length > 0,
  };
}

const options = ({ step, indentsLists, singleQuotes }: Style): ToStringOptions => ({
  indent: step,
  indentSeq: indentsLists,
  singleQuote: singleQuotes,
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
});

/** Whether a text of several lines would be changed by the lines around it, or cannot be seen. */
const needsEscapes = (value: unknown): boolean =>
  typeof value === 'string' && value.includes('\n') && /^\s|\s\n|\n\s*\n$|[ \t]$|\r|\t/.test(value);

/** @param like the scalar that it replaces: a text stays in quotes, or in a block of lines */
function nodeFor(value: unknown, like: Scalar | undefined, document: Document): unknown {
  const node: unknown = document.createNode(value, { aliasDuplicateObjects: false });
  if (isScalar(node) && typeof node.value === 'string' && like?.type !== undefined && like.type !== Scalar.PLAIN) {
    const isBlock = like.type === Scalar.BLOCK_FOLDED || like.type === Scalar.BLOCK_LITERAL;
    // Spaces at the ends of a line cannot be seen.
    const isSeen = !/^\s|[ \t]$/.test(node.value);
    if (isBlock ? isSeen : like.type === Scalar.QUOTE_DOUBLE || !node.value.includes('\n')) node.type = like.type;
  }
  visit(node as Scalar, {
    Scalar(_, each) {
      if (needsEscapes(each.value)) each.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return node;
}

/**
 * An entry of a record, or an item of a list, in block style and in the first column, without a final line break.
 * @param key undefined for an item @param like the scalar whose style the value gets
 */
export function entryText(key: string | undefined, value: unknown, style: Style, like?: Scalar): string {
  const document = new Document(key === undefined ? [null] : { [key]: null });
  document.setIn([key ?? 0], nodeFor(value, like, document));
  return document
    .toString({
      ...options(style),
      // Otherwise a file of double quotes would give its own to a text in single ones.
      ...(like?.type === Scalar.QUOTE_SINGLE ? { singleQuote: true } : {}),
      ...(like?.type === Scalar.BLOCK_FOLDED ? { lineWidth: 100 } : {}),
    })
    .trimEnd();
}

/** A value in one line, for places in braces. @param like the scalar whose quotes a text gets */
export function flowText(value: unknown, style: Style, like?: Scalar): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, style)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${flowText(key, style)}: ${flowText(item, style)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  const isText = typeof value === 'string';
  if (isText && (style.isJson || value.includes('\n') || like?.type === Scalar.QUOTE_DOUBLE))
    return JSON.stringify(value);
  if (isText && like?.type === Scalar.QUOTE_SINGLE) return `'${value.replaceAll("'", "''")}'`;
  const list = stringify([value], { ...options(style), collectionStyle: 'flow', flowCollectionPadding: false });
  return list.trim().slice(1, -1);
}

/** Lines at a column: all but the first one are indented. @param column negative to take indentation away */
export const atColumn = (lines: string, column: number): string =>
  column < 0
    ? lines.replace(new RegExp(`\\n {1,${-column}}`, 'g'), '\n')
    : lines.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
