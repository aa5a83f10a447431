/** Every rule, for the server. */
import { computedRules } from './computed.ts';
import { moreRules } from './more.ts';
import { phoneRules } from './phone.ts';
import { commonRules, type RuleTable } from './schemas.ts';

export const allRules: RuleTable = { ...commonRules, ...moreRules, ...phoneRules, ...computedRules };
