/** Numbers as people write them in a language. */

/** How a language writes numbers. */
export interface NumberFormat {
  /** The sign before the decimals. */
  readonly decimal: string;
  /** The sign between thousands. */
  readonly group: string;
}

/**
 * Reads a number that a visitor typed: `1.234,5` or `1234,5` in Portuguese. A point before one or two digits is a decimal
 * sign in every language, because a group has three.
 * @returns null if the text is not a number
 */
export function readNumber(text: string, { decimal, group }: NumberFormat): number | null {
  const [whole = '', ...rest] = text.trim().replace(/\s/g, ' ').split(decimal);
  const groups = whole.split(group);
  const isGrouped = groups.length > 1 && groups.every((part, index) => (index ? /^\d{3}$/ : /^-?\d{1,3}$/).test(part));
  const number = [isGrouped ? groups.join('') : whole, ...rest].join('.');
  return /^-?\d{1,15}(\.\d+)?$/.test(number) ? Number(number) : null;
}

/** A number as a visitor types it, without signs between thousands. */
export const writeNumber = (number: number, { decimal }: NumberFormat): string => String(number).replace('.', decimal);

/** How a language writes numbers. @param locale a BCP 47 tag */
export function numberFormatOf(locale: string): NumberFormat {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.8);
  const sign = (type: 'decimal' | 'group', fallback: string): string =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  // Some languages have a narrow space that no keyboard has.
  return { decimal: sign('decimal', '.'), group: sign('group', ',').replace(/\s/, ' ') };
}
