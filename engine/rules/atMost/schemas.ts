import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const atMost: RuleSchemasOf<'atMost'> = {
  list: (list, message, { count }) =>
    list.test({ message, test: present((items: readonly string[]) => items.length <= count) }),
};
