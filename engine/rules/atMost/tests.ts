import type { RuleTestsOf } from '../tests.ts';

export const atMost: RuleTestsOf<'atMost'> = {
  list:
    ({ count }) =>
    (items) =>
      items.length <= count,
};
