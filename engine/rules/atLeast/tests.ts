import type { RuleTestsOf } from '../tests.ts';

export const atLeast: RuleTestsOf<'atLeast'> = {
  list:
    ({ count }) =>
    (items) =>
      items.length >= count,
};
