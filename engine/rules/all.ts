/** Every rule, for the server. */
import type { RuleWord } from '../../schemas/generated/types.ts';
import { builtInRules } from './generated/all.ts';
import { type OwnRules, ownRule } from './own/own.ts';
import { pattern } from './pattern/server-tests.ts';
import type { RuleTable } from './tests.ts';

/** The engine's rules, with those of a site. */
export const rulesWith = (own: OwnRules): RuleTable<RuleWord> => ({ ...builtInRules, pattern, own: ownRule(own) });
