import { optionsOf } from '../../fields/field.ts';
import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const exclusive: RuleSchemasOf<'exclusive'> = {
  list: (list, message, _rule, field) => {
    const isExclusive = (item: string) =>
      optionsOf(field)?.some(({ value, exclusive }) => exclusive && value === item) === true;
    return list.test({
      message,
      test: present((items: readonly string[]) => items.length < 2 || !items.some(isExclusive)),
    });
  },
};
