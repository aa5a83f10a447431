import { optionsOf } from '../../fields/field.ts';
import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const ranked: RuleSchemasOf<'ranked'> = {
  list: (list, message, _rule, field) =>
    list.test({ message, test: present((items: readonly string[]) => items.length === optionsOf(field)?.length) }),
};
