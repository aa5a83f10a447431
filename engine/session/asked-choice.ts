/** Forms that ask for one of a list of options, so that a page can judge their submissions without their rules. */
import type { ChoiceField } from '../../schemas/generated/types.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import type { FieldDefinition, RuleWord } from '../forms/types.ts';

/** The only question of a form, with the verdicts on all of its answers. */
export interface AskedChoice {
  readonly field: string;
  readonly options: readonly string[];
  /** The error of a submission without an answer; null if it is accepted. */
  readonly error: string | null;
}

/** The rules that a table can judge: they read no other value, and always give the same verdict. */
const judged: ReadonlySet<RuleWord> = new Set<RuleWord>(['required', 'oneOf']);

/** The looks that are no set of radio buttons, or depend on other fields. */
const drawnOtherwise: ReadonlySet<ChoiceField['look']> = new Set<ChoiceField['look']>([
  'dropdown',
  'matrix',
  'rows',
  'search',
  'varied',
]);

const isRadios = (field: FieldDefinition): field is Extract<FieldDefinition, ChoiceField> =>
  field.type === 'choice' &&
  field.when === undefined &&
  field.row === undefined &&
  !drawnOtherwise.has(field.look) &&
  field.options.every(({ when, value }) => when === undefined && value !== '') &&
  field.rules.every(({ rule }) => judged.has(rule));

/**
 * The question of a form. Its verdicts are those of the form's own rules.
 * @returns null if the form asks more or otherwise, or if a submission changes its answer
 */
export function askedChoice(
  { forms, validate }: CompiledFlow,
  { values }: FlowContext,
  id: string,
): AskedChoice | null {
  const [field, ...others] = forms.find((form) => form.id === id)?.fields ?? [];
  if (field === undefined || others.length > 0 || !isRadios(field)) return null;
  const { name, options } = field;
  const verdictOn = (value: string) => validate(id, { ...values, [name]: value });
  const keeps = (value: string): boolean => {
    const verdict = verdictOn(value);
    return verdict.ok && Object.keys(verdict.values).join() === name && verdict.values[name] === value;
  };
  const all = options.map(({ value }) => value);
  if (!all.every(keeps)) return null;
  const empty = verdictOn('');
  if (empty.ok) return keeps('') ? { field: name, options: all, error: null } : null;
  const [error] = empty.errors;
  return empty.errors.length === 1 && error?.field === name
    ? { field: name, options: all, error: error.message }
    : null;
}
