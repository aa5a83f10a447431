import type { RuleWord } from '../../schemas/generated/types.ts';

type Demanding = 'required' | 'accepted' | 'atLeast';
/** The rules that an empty value passes. A rule in neither list does not compile. */
type Lenient = 'minLength' | 'maxLength' | 'digits' | 'email' | 'oneOf' | 'pattern';
type Listed = { readonly rule: Demanding | Lenient };

const demands = ({ rule }: Listed): boolean => rule === 'required' || rule === 'accepted' || rule === 'atLeast';

/** Whether an empty value breaks one of these rules. */
export const demandsValue = (rules: readonly { readonly rule: RuleWord }[]): boolean =>
  rules.some((rule: Listed) => demands(rule));
