import { numeric } from '../numeric.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { isNumberIn } from './is-number.ts';

export const number: RuleSchemasOf<'number'> = {
  text: (text, message, _rule, field) => text.test({ message, test: numeric(field, isNumberIn) }),
};
