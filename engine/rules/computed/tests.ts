import { anyValue, type RuleTestsOf } from '../tests.ts';
import { computedValue } from './value.ts';

export const computed: RuleTestsOf<'computed'> = {
  text: anyValue,
  keep: (_, rule, values, { number }) => computedValue(rule, values, number),
};
