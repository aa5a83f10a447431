/** Rows for spreadsheets (RFC 4180). */
import type { Json } from '../store/types.ts';

export interface CsvStyle {
  readonly separator: ',' | ';';
  /** The decimal sign of numbers. */
  readonly decimal: '.' | ',';
  /** Excel reads a file as UTF-8 only if it begins with a byte order mark. */
  readonly bom: boolean;
}

/** The format of RFC 4180, for programs. */
export const plainCsv: CsvStyle = { separator: ',', decimal: '.', bom: false };

/** The format that Excel opens with a double click under a locale: it separates by `;` where the comma is decimal. */
export function excelCsv(locale: string): CsvStyle {
  const comma = new Intl.NumberFormat(locale).format(1.5).includes(',');
  return { separator: comma ? ';' : ',', decimal: comma ? ',' : '.', bom: true };
}

// Spreadsheets run a cell that begins so as a formula, also after blanks, and in full-width forms.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a cell may begin with them
const formula = /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\u0000]/;
const needsQuotes = /[",;\r\n\t']|^\s|\s$/;

/** A telephone number (E.164): no formula has only digits. */
const phone = /^\+\d{5,15}$/;
/** Digits that are no number: a postal code, a document. */
const digits = /^(?:0\d+|\d{12,})$/;

/** A text that Excel keeps as it is, in a file that only Excel reads. */
const asText = (text: string): string => `="${text}"`;

/** A value as text. Several answers are separated by semicolons; other lists and records are JSON. */
export const textIn = (value: Json): string => {
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isPlain ? value.join('; ') : JSON.stringify(value);
};

/** One cell. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvCell(value: Json | undefined, { decimal, bom }: CsvStyle): string {
  if (value === null || value === undefined) return '';
  // The decimal sign is never the separator.
  if (typeof value === 'number') return String(value).replace('.', decimal);
  if (typeof value === 'boolean') return String(value);
  const text = textIn(value);
  if (phone.test(text)) return quoted(bom ? asText(text) : text);
  // Excel would read a number, and drop its zeros.
  if (bom && digits.test(text)) return quoted(asText(text));
  return quoted(formula.test(text) ? `'${text}` : text);
}

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line, with its end. */
export const csvRow = (values: readonly (Json | undefined)[], style: CsvStyle): string =>
  `${values.map((value) => csvCell(value, style)).join(style.separator)}\r\n`;
