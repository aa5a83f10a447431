import { capOf } from '../../fields/bounds.ts';
import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { regularMatcher } from './regular.ts';

const matchers = new Map<string, (text: string) => boolean>();

function matches(pattern: string, text: string): boolean {
  const matcher = matchers.get(pattern) ?? regularMatcher(pattern);
  matchers.set(pattern, matcher);
  return matcher(text);
}

/** The rule on the server, where a text of one visitor must not hold up the others. Its verdicts are those of browsers. */
export const pattern: RuleSchemasOf<'pattern'> = {
  text: (text, message, { pattern }, field) => {
    // Throws for a broken pattern. The matcher itself is compiled when the first text comes.
    new RegExp(pattern, 'u');
    const cap = capOf(field) ?? Number.POSITIVE_INFINITY;
    return text.test({
      message,
      test: present((value: string) => value.length <= cap && matches(pattern, value)),
    });
  },
};
