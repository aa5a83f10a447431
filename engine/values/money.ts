/** Finds amounts of a currency in texts, by the way the locale writes them. */

import { remembered } from './cache.ts';

/** An amount found in a text. */
export interface WrittenAmount {
  /** In the currency's smallest unit. */
  readonly value: number;
  readonly offset: number;
  readonly length: number;
}

export interface MoneyFormat {
  /** The number of smallest units in one unit of the currency: 100 cents. */
  readonly unit: number;
  /** The signs before and after an amount, with their space. */
  readonly before: string;
  readonly after: string;
  /** Formats an amount given in the smallest unit. */
  show(value: number): string;
  /** Finds amounts with the currency's symbol or code. Skips amounts with a word for thousands or millions. */
  find(text: string): WrittenAmount[];
  /** Whether a text ends with the currency's symbol or code, so that an amount follows. */
  opens(text: string): boolean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** @returns undefined if Intl does not support the locale or the currency */
export const moneyFormat: (locale: string, currency: string) => MoneyFormat | undefined = remembered(createFormat);

/** How many of its smallest unit a currency has: 100 cents. */
export const minorUnit = (locale: string, currency: string): number => moneyFormat(locale, currency)?.unit ?? 100;

function createFormat(locale: string, currency: string): MoneyFormat | undefined {
  let format: Intl.NumberFormat;
  try {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
  const places = format.resolvedOptions().maximumFractionDigits ?? 2;
  const unit = 10 ** places;
  const parts = format.formatToParts(1_234_567.89);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const space = '[ \\u00a0\\u202f]?';
  const sign = `(?:${escaped(partOf('currency'))}|(?<![A-Za-z])${escaped(currency)}(?![A-Za-z]))`;
  const group = partOf('group').trim() === '' ? '[ \\u00a0\\u202f]' : escaped(partOf('group'));
  const decimals = places === 0 ? '' : `(?:${escaped(partOf('decimal') || '.')}(\\d{1,${places}}))?`;
  const number = `(\\d{1,3}(?:${group}\\d{3})+|\\d+)${decimals}(?!\\d)`;
  const compact = compactWords(locale).map(escaped).join('|');
  const behind = compact === '' ? '' : `(?!${space}(?:${compact})(?![\\p{L}]))`;
  const pattern = new RegExp(`${sign}${space}${number}${behind}|(?<!\\d)${number}${space}${sign}`, 'gu');
  const whole = /^(?<before>\D*).*?(?<after>\D*)$/su.exec(format.format(0))?.groups ?? {};
  const end = new RegExp(`${sign}${space}$`, 'u');
  return {
    unit,
    before: whole['before'] ?? '',
    after: whole['after'] ?? '',
    show: (value) => format.format(value / unit),
    find: (text) =>
      [...text.matchAll(pattern)].map((match) => {
        const whole = (match[1] ?? match[3] ?? '').replace(/\D/g, '');
        const rest = (match[2] ?? match[4] ?? '').padEnd(places, '0');
        return { value: Number(whole) * unit + Number(rest), offset: match.index, length: match[0].length };
      }),
    opens: (text) => end.test(text),
  };
}

/** The locale's words and signs for thousands, millions and more. */
function compactWords(locale: string): string[] {
  const words = new Set<string>();
  for (const compactDisplay of ['long', 'short'] as const) {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay });
    for (const value of [1e3, 2e3, 1e6, 2e6, 1e9, 2e9, 1e12, 2e12]) {
      const word = format
        .formatToParts(value)
        .find(({ type }) => type === 'compact')
        ?.value.trim();
      if (word) words.add(word);
    }
  }
  return [...words];
}
