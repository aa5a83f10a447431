import { isPicture, pathOf } from '../../fields/signature/drawing.ts';
import type { RuleTestsOf } from '../tests.ts';

/** The maximum length of a name, in UTF-16 units. */
export const longestName = 120;

const isName = (text: string): boolean => text.length <= longestName && (text.match(/\p{L}/gu)?.length ?? 0) > 1;

/** A drawing, or the full name of the person who signs. */
export const signature: RuleTestsOf<'signature'> = {
  text: () => (text) => (isPicture(text) ? pathOf(text) !== '' : isName(text)),
};
