import type { RuleWord } from '../../schemas/generated/types.ts';
import { demands } from './generated/demands.ts';

/** Whether an empty value always fails one of these rules. Rules with a condition do not count. */
export const demandsValue = (rules: readonly { readonly rule: RuleWord; readonly when?: unknown }[]): boolean =>
  rules.some(({ rule, when }) => when === undefined && demands(rule));
