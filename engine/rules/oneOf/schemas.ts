import { offer, type RuleSchemasOf, valuesOf } from '../schemas.ts';

export const oneOf: RuleSchemasOf<'oneOf'> = {
  text: (text, message, _rule, field) => text.oneOf(valuesOf(field), message),
  list: (list, message, _rule, field) => offer(list, message, field),
};
