import type { RuleTestsOf } from '../tests.ts';
import { regularMatcher } from './regular.ts';

const matchers = new Map<string, (text: string) => boolean>();

/** The matcher of a pattern. It is compiled once, with the version that has the pattern: no visitor waits for it. */
function matcherOf(pattern: string): (text: string) => boolean {
  const matches = matchers.get(pattern) ?? regularMatcher(pattern);
  matchers.set(pattern, matches);
  return matches;
}

/** The rule on the server, where a text of one visitor must not hold up the others. Its verdicts are those of browsers. */
export const pattern: RuleTestsOf<'pattern'> = {
  text: ({ pattern }) => matcherOf(pattern),
};
