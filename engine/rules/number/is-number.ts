import { fitsDecimals, readNumber } from '../../values/number-text.ts';
import type { NumberFormat } from '../number-test.ts';

/** Whether a text is a number with at most as many decimals as its field allows. */
export function isNumberIn(text: string, format: NumberFormat): boolean {
  const read = readNumber(text, format);
  return read !== null && fitsDecimals(read, format.decimals);
}
