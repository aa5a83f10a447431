import type { NumberSigns } from './written-number.ts';

/**
 * A number with signs between its thousands: `1.234,50`.
 * @param decimals how many are shown; by default those that the number has
 */
export function showNumber(number: number, { group, point }: NumberSigns, decimals?: number): string {
  const [whole = '', rest] = (decimals === undefined ? String(number) : number.toFixed(decimals)).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...(rest === undefined ? [] : [rest])].join(point);
}
