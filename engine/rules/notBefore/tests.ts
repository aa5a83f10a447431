import type { RuleTestsOf } from '../tests.ts';
import { isNotBefore } from './order.ts';

export const notBefore: RuleTestsOf<'notBefore'> = {
  text:
    ({ field }) =>
    (text, values) =>
      isNotBefore(text, values[field]),
};
