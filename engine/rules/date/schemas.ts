import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { dayOf, endless } from './day.ts';

export const date: RuleSchemasOf<'date'> = {
  text(text, message, { format, from = '', to = endless }) {
    const fits = (value: string): boolean => {
      const day = dayOf(value, format);
      return day !== null && day >= from && day <= to;
    };
    return text.test({ message, test: present(fits) });
  },
};
