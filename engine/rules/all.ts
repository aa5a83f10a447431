/** Every rule, for the server. */
import type { RuleWord } from '../../schemas/generated/types.ts';
import { computedRules } from './computed.ts';
import { moreRules } from './more.ts';
import { type OwnRules, ownRule } from './own.ts';
import { phoneRules } from './phone.ts';
import { type BuiltInRule, commonRules, type RuleTable } from './schemas.ts';

export const allRules: RuleTable<BuiltInRule> = { ...commonRules, ...moreRules, ...phoneRules, ...computedRules };

/** The engine's rules, with those of a site. */
export const rulesWith = (own: OwnRules): RuleTable<RuleWord> => ({ ...allRules, own: ownRule(own) });
