import type { RuleTestsOf } from '../tests.ts';
import { type PhoneValues, readPhone } from './phone.ts';

export const phone: RuleTestsOf<'phone'> = {
  text: (rule) => (text, values) => readPhone(text, rule, values as PhoneValues) !== undefined,
  keep: (value, rule, values) =>
    (typeof value === 'string' ? readPhone(value, rule, values)?.number : undefined) ?? value,
};
