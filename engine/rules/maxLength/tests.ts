import type { RuleTestsOf } from '../tests.ts';

export const maxLength: RuleTestsOf<'maxLength'> = {
  text:
    ({ length }) =>
    (text) =>
      text.length <= length,
};
