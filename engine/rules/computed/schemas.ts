import type { RuleSchemasOf } from '../schemas.ts';
import { computedValue } from './value.ts';

export const computed: RuleSchemasOf<'computed'> = {
  text: (text) => text,
  keep: (_, rule, values, { number }) => computedValue(rule, values, number),
};
