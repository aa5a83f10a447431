/** Fields that ask for options of a list, or for a mark in a box, and hidden ones, which have one value. */
import type { Json } from '../../schemas/compiled.ts';
import type { CheckboxField, ChoiceField, ChoicesField, HiddenField } from '../../schemas/generated/types.ts';
import type { FieldDefinition, RuleWord } from '../forms/types.ts';
import type { AskedField, Judge } from './asked-field.ts';
import type { TableGuard } from './table.ts';

type OptionsField = Extract<FieldDefinition, ChoiceField | ChoicesField>;
type AskedControl = OptionsField | Extract<FieldDefinition, CheckboxField | HiddenField>;

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

const isPlain = (field: FieldDefinition): field is AskedControl =>
  (field.type === 'checkbox' ||
    // The page keeps the value of one that a condition empties.
    (field.type === 'hidden' && field.when === undefined) ||
    ((field.type === 'choice' || field.type === 'choices') &&
      !drawnOtherwise.has(field.look) &&
      // Of several options, one without a value is never sent.
      field.options.every(({ when, value }) => when === undefined && (value !== '' || field.type === 'choice')))) &&
  field.row === undefined &&
  field.rules.every(({ rule }) => judged.has(rule));

/** A list of answers with the same verdicts as all that the page gives, and the guard for some of them. */
interface Answers {
  readonly all: readonly Json[];
  guards(some: readonly Json[], field: string): readonly TableGuard[];
}

const oneOf = (all: readonly string[]): Answers => ({
  all,
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
 * @param initial the value of a hidden field. The machine takes any other one, which only a script can enter
 * @returns null if it asks otherwise, if no answer is right, or if a submission changes its answer
 */
export function askedChoice(field: FieldDefinition, judge: Judge, initial: string): AskedField | null {
  if (!isPlain(field)) return null;
  const { name } = field;
  const offered = 'options' in field ? field.options : [];
  const options = field.type === 'hidden' ? [initial] : offered.map(({ value }) => value);
  const exclusive = offered.filter((option) => option.exclusive).map(({ value }) => value);
  const isOne = field.type !== 'choices';
  const answersOf = (): Answers => {
    if (field.type === 'checkbox') return checkedOrNot;
    if (field.type === 'choices') return severalOf(options, exclusive);
    // No option is an answer, too.
    return oneOf(field.type === 'hidden' ? options : [...new Set([...options, ''])]);
  };
  const { all, guards } = answersOf();
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
