import { digitsOf, localDigits } from '../../fields/masks/masks.ts';
import type { RuleTestsOf } from '../tests.ts';

export const digits: RuleTestsOf<'digits'> = {
  text:
    ({ min = 0, max = Number.POSITIVE_INFINITY }, { mask }) =>
    (text) => {
      const digits = digitsOf(text);
      const { length } = mask === undefined ? digits : localDigits(mask, digits);
      return length >= min && length <= max;
    },
};
