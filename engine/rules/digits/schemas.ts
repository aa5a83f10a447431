import { digitsOf, localDigits } from '../../fields/masks/masks.ts';
import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const digits: RuleSchemasOf<'digits'> = {
  text: (text, message, { min = 0, max = Number.POSITIVE_INFINITY }, { mask }) => {
    const fits = (value: string): boolean => {
      const digits = digitsOf(value);
      const { length } = mask === undefined ? digits : localDigits(mask, digits);
      return length >= min && length <= max;
    };
    return text.test({ message, test: present(fits) });
  },
};
