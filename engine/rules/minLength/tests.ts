import type { RuleTestsOf } from '../tests.ts';

export const minLength: RuleTestsOf<'minLength'> = {
  text:
    ({ length }) =>
    (text) =>
      text.length >= length,
};
