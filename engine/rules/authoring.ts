import type { RuleWord } from '../../schemas/generated/types.ts';
import { ruleAuthoring } from './generated/authoring.ts';

/** The rule that a word of a file is: one of the engine's, or else one of the site's. */
export const ruleOf = (word: string): RuleWord =>
  Object.hasOwn(ruleAuthoring, word) ? (word as RuleWord) : 'extension';
