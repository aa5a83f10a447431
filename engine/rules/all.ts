/** Every rule, for the server. */
import type { RuleWord } from '../../schemas/generated/types.ts';
import { type ExtensionRules, extensionRule } from './extension/extension.ts';
import { builtInRules } from './generated/all.ts';
import { pattern } from './pattern/server-tests.ts';
import type { RuleTable } from './tests.ts';

/** The engine's rules, with those of a site. */
export const rulesWith = (extensions: ExtensionRules): RuleTable<RuleWord> => ({
  ...builtInRules,
  pattern,
  extension: extensionRule(extensions),
});
