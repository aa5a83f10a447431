import { readNumber } from '../../values/number-text.ts';
import type { NumberFormat } from '../number-test.ts';

/** Whether a quotient is a whole number, apart from the error of a division. */
const isStep = (steps: number): boolean => Math.abs(steps - Math.round(steps)) < 1e-6;

/** Whether the number that a text is has a value that its field allows. The rule `number` reports a text that is not a number. */
export function isInRange(text: string, format: NumberFormat): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step } = format;
  const read = readNumber(text, format);
  return read === null || (read >= min && read <= max && (step === undefined || isStep((read - min) / step)));
}
