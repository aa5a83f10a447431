import { fitsDecimals, type NumberSigns, readNumber } from './number-text.ts';
import { rounded } from './round.ts';

/**
 * A number with signs between its thousands: `1.234,50`.
 * @param decimals how many are shown; by default those that the number has
 */
export function showNumber(number: number, { group, point }: NumberSigns, decimals?: number): string {
  const [whole = '', rest] = (
    decimals === undefined ? String(number) : rounded(number, decimals).toFixed(decimals)
  ).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...(rest === undefined ? [] : [rest])].join(point);
}

/** The signs of an amount: `R$` before it, or a unit after it. */
export interface AmountSigns extends NumberSigns {
  readonly before: string;
  readonly after: string;
}

/** A number with its unit: `R$ 1.234,50`. @param decimals as for `showNumber` */
export const showAmount = (number: number, signs: AmountSigns, decimals?: number): string =>
  signs.before + showNumber(number, signs, decimals) + signs.after;

/** A typed amount as the site's language writes it; the text itself if it is none. */
export function formattedAmount(text: string, format: NumberSigns & { readonly decimals: number }): string {
  const read = readNumber(text, format);
  return read === null || !fitsDecimals(read, format.decimals) ? text : showNumber(read, format, format.decimals);
}
