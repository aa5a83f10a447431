import { present } from '../present.ts';
import { demand, type RuleSchemasOf } from '../schemas.ts';

export const atLeast: RuleSchemasOf<'atLeast'> = {
  list: (list, message, { count }) =>
    demand(list, message).test({ message, test: present((items: readonly string[]) => items.length >= count) }),
};
