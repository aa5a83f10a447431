/** How long a browser can take for a pattern: it tries every way in which a text can match. */

import type { AST } from '@eslint-community/regexpp';
import { applyEdits, type Edit } from '../../edits/edit.ts';
import { expressionsIn, parsePattern } from './regular.ts';

/**
 * Finds how the time of a regular expression in Unicode mode grows with the text: the degree of a polynomial, infinite where
 * the time is exponential. The loader is handed it, because the tool for it is large.
 */
export type GrowthOf = (source: string) => number;

/** A part that is repeated more often counts as one that is repeated without limit. */
const few = 7;

/** Less than a second on a cheap phone. */
const mostSteps = 2e7;

/**
 * Whether a text of at most `cap` UTF-16 units can take a browser longer than a visitor notices.
 * @throws SyntaxError if the pattern is no regular expression
 */
export function isSlow(pattern: string, cap: number, growthOf: GrowthOf): boolean {
  return expressionsIn(pattern).some((expression) => {
    const { text, repeats } = unlimited(expression);
    return repeats && cap ** growthOf(`^(?:${text})$`) > mostSteps;
  });
}

/**
 * The pattern with `+` or `*` for `{1,20}`: tools say of a limited repetition that its time is limited, but twenty to the
 * tenth power is a limit, too.
 */
function unlimited(pattern: string): { text: string; repeats: boolean } {
  let repeats = false;
  const edits: Edit[] = [];
  const visit = (node: AST.Node): void => {
    if (node.type === 'Quantifier') {
      const { min, max, element, end } = node;
      // A fixed number of single characters can match in one way only.
      if (max > few && !(min === max && (element.type === 'Character' || element.type.startsWith('CharacterC')))) {
        repeats = true;
        if (max !== Number.POSITIVE_INFINITY) edits.push({ start: element.end, end, text: min === 0 ? '*' : '+' });
      }
      visit(element);
    } else if (node.type === 'Alternative') node.elements.forEach(visit);
    else if ('alternatives' in node) node.alternatives.forEach(visit);
  };
  visit(parsePattern(pattern));
  return { text: applyEdits(pattern, edits), repeats };
}
