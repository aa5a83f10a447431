/** The values that a form accepts of a field, or an empty one. */
import type { FieldDefinition, RuleDefinition } from '../../schemas/generated/types.ts';
import type { Domain } from '../expressions/domain.ts';
import { optional } from '../values/pick.ts';
import { capOf } from './bounds.ts';
import { optionsOf } from './field.ts';

type RuleOf<Name extends RuleDefinition['rule']> = Extract<RuleDefinition, { readonly rule: Name }>;

/** The values that a field can be submitted with; undefined if any of its kind can. */
export function domainOfField(field: FieldDefinition): Domain | undefined {
  // A rule with a condition does not always apply.
  const ruleOf = <Name extends RuleDefinition['rule']>(name: Name): RuleOf<Name> | undefined =>
    field.rules.find((each): each is RuleOf<Name> => each.rule === name && each.when === undefined);
  const options = optionsOf(field)?.map(({ value }) => value);
  if (field.submitAs === 'number') return acceptedNumbers(field, options);
  if (field.type === 'choices' && options !== undefined)
    return {
      ...{ kind: 'choices', of: options },
      ...optional({ fewest: ruleOf('atLeast')?.count, most: ruleOf('atMost')?.count }, 'fewest', 'most'),
    };
  if (options !== undefined) return { kind: 'some', values: [...options, ''] };
  if (field.type === 'checkbox' || field.submitAs === 'joined') return undefined;
  const day = ruleOf('date');
  if (day?.format === 'YYYY-MM-DD')
    return { kind: 'days', ...optional({ first: day.from, last: day.to }, 'first', 'last') };
  // A mask or a rewritten text has other signs than were typed.
  if (field.mask !== undefined || field.submitAs !== undefined) return undefined;
  const lengths = { shortest: ruleOf('minLength')?.length, longest: capOf(field) };
  return { kind: 'texts', ...optional(lengths, 'shortest', 'longest') };
}

function acceptedNumbers({ number }: FieldDefinition, options: readonly string[] | undefined): Domain | undefined {
  if (options !== undefined) return { kind: 'some', values: options.map(Number).filter(Number.isFinite) };
  if (number === undefined) return undefined;
  const { decimals, min, max, step, minor = 1 } = number;
  return {
    kind: 'numbers',
    ...(min === undefined ? {} : { least: min * minor }),
    ...(max === undefined ? {} : { most: max * minor }),
    step: minor > 1 ? 1 : (step ?? 10 ** -decimals),
  };
}
