import type { RuleWord } from '../../schemas/generated/types.ts';

type Demanding = 'required' | 'accepted' | 'atLeast';
/** The rules that accept an empty value. A rule that is in neither list is a type error. */
type Lenient =
  | 'minLength'
  | 'maxLength'
  | 'digits'
  | 'email'
  | 'oneOf'
  | 'pattern'
  | 'date'
  | 'atMost'
  | 'url'
  | 'number'
  | 'range'
  | 'exclusive'
  | 'notBefore'
  | 'phone'
  | 'computed'
  | 'ranked'
  | 'own';
type Listed = { readonly rule: Demanding | Lenient; readonly when?: unknown };

const demands = ({ rule }: Listed): boolean => rule === 'required' || rule === 'accepted' || rule === 'atLeast';

/** Whether an empty value always fails one of these rules. Rules with a condition do not count. */
export const demandsValue = (rules: readonly { readonly rule: RuleWord; readonly when?: unknown }[]): boolean =>
  rules.some((rule: Listed) => rule.when === undefined && demands(rule));
