import type { RuleTestsOf } from '../tests.ts';
import { wholePattern } from './whole-pattern.ts';

export const pattern: RuleTestsOf<'pattern'> = {
  text: ({ pattern }) => {
    const regular = new RegExp(wholePattern(pattern), 'u');
    return (text) => regular.test(text);
  },
};
