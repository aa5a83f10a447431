/** Fields that ask for options of a list, or for a mark in a box. */
import type { Json } from '../../schemas/compiled.ts';
import type { CheckboxField, ChoiceField, ChoicesField } from '../../schemas/generated/types.ts';
import type { FieldDefinition, RuleWord } from '../forms/types.ts';
import type { AskedField, Judge } from './asked-field.ts';
import type { TableGuard } from './table.ts';

type OptionsField = Extract<FieldDefinition, ChoiceField | ChoicesField>;
type AskedControl = OptionsField | Extract<FieldDefinition, CheckboxField>;

/**
 * The rules that a table can judge: they read no other value, and always give the same verdict. That on several options
 * depends on their number, and on whether an exclusive one is among them.
 */
const judged: ReadonlySet<RuleWord> = new Set<RuleWord>([
  'required',
  'accepted',
  'oneOf',
  'atLeast',
  'atMost',
  'exclusive',
]);

/** The looks that have other controls, or depend on other fields. */
const drawnOtherwise: ReadonlySet<OptionsField['look']> = new Set<OptionsField['look']>([
  'ranking',
  'rows',
  'search',
  'varied',
]);

/** The options are in the HTML and in the table. Those of a longer list are fetched with the island only. */
const mostOptions = 40;

const isPlain = (field: FieldDefinition): field is AskedControl =>
  (field.type === 'checkbox' ||
    ((field.type === 'choice' || field.type === 'choices') &&
      !drawnOtherwise.has(field.look) &&
      field.options.length <= mostOptions &&
      field.options.every(({ when, value }) => when === undefined && value !== ''))) &&
  field.row === undefined &&
  field.rules.every(({ rule }) => judged.has(rule));

/** A list of answers with the same verdicts as all that the page gives, and the guard for some of them. */
interface Answers {
  readonly all: readonly Json[];
  guards(some: readonly Json[], field: string): readonly TableGuard[];
}

const oneOf = (options: readonly string[]): Answers => ({
  all: [...options, ''],
  guards: (some, field) => [['isOption', some as readonly string[], field]],
});

const checkedOrNot: Answers = {
  all: [true, false],
  guards: (some, field) => [['isOption', some as readonly boolean[], field]],
};

/** One answer of each length, and each exclusive option. */
function severalOf(options: readonly string[], exclusive: readonly string[]): Answers {
  const combined = options.filter((option) => !exclusive.includes(option));
  const prefixes = [[], ...combined.map((_, index) => combined.slice(0, index + 1))];
  const alone = exclusive.map((option) => [option]);
  return {
    all: [...prefixes, ...alone],
    guards: (some, field) => {
      const counts = prefixes.filter((each) => some.includes(each)).map(({ length }) => length);
      const single = alone.filter((each) => some.includes(each)).flat();
      return [
        ...(counts.length === 0 ? [] : [['areOptions', combined, field, counts] as const]),
        ...(single.length === 0 ? [] : [['areOptions', single, field, [1]] as const]),
      ];
    },
  };
}

/**
 * A field with the verdicts of its form.
 * @returns null if it asks otherwise, if no answer is right, or if a submission changes its answer
 */
export function askedChoice(field: FieldDefinition, judge: Judge): AskedField | null {
  if (!isPlain(field)) return null;
  const { name } = field;
  const offered = field.type === 'checkbox' ? [] : field.options;
  const options = offered.map(({ value }) => value);
  const exclusive = offered.filter((option) => option.exclusive).map(({ value }) => value);
  const isOne = field.type !== 'choices';
  const { all, guards } =
    field.type === 'checkbox' ? checkedOrNot : isOne ? oneOf(options) : severalOf(options, exclusive);
  const byError = new Map<string | null, Json[]>();
  for (const answer of all) {
    const { error, isKept } = judge(answer);
    if (!isKept) return null;
    byError.set(error, [...(byError.get(error) ?? []), answer]);
  }
  const right = byError.get(null)?.[0];
  if (right === undefined) return null;
  const verdicts = [...byError].map(([error, some]) => ({
    error,
    guards: guards(some, name),
    sample: some[0] as Json,
  }));
  return {
    ...{ field: name, options, exclusive: isOne ? [] : exclusive, isMasked: false },
    given: isOne ? ['isOption', all as readonly (string | boolean)[], name] : ['areOptions', options, name],
    accepted: verdicts.find(({ error }) => error === null)?.guards ?? [],
    right,
    refused: verdicts.filter(({ error }) => error !== null),
  };
}
