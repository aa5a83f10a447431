import { optionsOf } from '../../fields/field.ts';
import type { RuleTestsOf } from '../tests.ts';

export const exclusive: RuleTestsOf<'exclusive'> = {
  list: (_, field) => {
    const isExclusive = (item: string) =>
      optionsOf(field)?.some(({ value, exclusive }) => exclusive && value === item) === true;
    return (items) => items.length < 2 || !items.some(isExclusive);
  },
};
