import { numeric } from '../numeric.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { isInRange } from './in-range.ts';

export const range: RuleSchemasOf<'range'> = {
  text: (text, message, _rule, field) => text.test({ message, test: numeric(field, isInRange) }),
};
