/** Fields that ask for options of a list, or for a mark in a box, and hidden ones, which have one value. */
import type { Json } from '../../schemas/compiled.ts';
import type { CheckboxField, ChoiceField, ChoicesField, HiddenField } from '../../schemas/generated/types.ts';
import type { FieldDefinition, RuleWord } from '../forms/types.ts';
import type { AskedField, Judge, OtherAnswers } from './asked-field.ts';
import { type AnswerPlace, offersOf } from './asked-when.ts';
import type { TableGuard } from './table.ts';

type OptionsField = Extract<FieldDefinition, ChoiceField | ChoicesField>;
type AskedControl = OptionsField | Extract<FieldDefinition, CheckboxField | HiddenField>;

/**
 * The rules that a table can judge. Apart from conditions of options, they read no other value, and always give the same verdict. That
 * on several options depends on their number, and on whether an exclusive one is among them.
 */
const judged: ReadonlySet<RuleWord> = new Set<RuleWord>([
  'required',
  'accepted',
  'oneOf',
  'atLeast',
  'atMost',
  'exclusive',
  'offered',
]);

/** A longer list would be most of the page, which names each option with its verdict. Its answer waits for the code. */
const mostJudged = 300;

/** The looks that have other controls, or depend on other fields. */
const drawnOtherwise: ReadonlySet<OptionsField['look']> = new Set<OptionsField['look']>(['ranking', 'rows']);

const isSearched = ({ look, inner }: { readonly look?: string; readonly inner?: string }): boolean =>
  [look, inner].includes('search');

const isPlain = (field: FieldDefinition): field is AskedControl =>
  (field.type === 'checkbox' ||
    // The page keeps the value of one that a condition empties.
    (field.type === 'hidden' && field.when === undefined) ||
    ((field.type === 'choice' || field.type === 'choices') &&
      !drawnOtherwise.has(field.look) &&
      field.options.length <= mostJudged &&
      // Of several options, one without a value is never sent.
      (field.type === 'choice' || field.options.every(({ value }) => value !== '')))) &&
  field.row === undefined &&
  field.rules.every(({ rule }) => judged.has(rule));

/** An answer, and those to other fields beside which all its options are offered. */
interface Given {
  readonly answer: Json;
  readonly beside: OtherAnswers;
}

/** A list of answers with the same verdicts as all that the page gives, and the guard for some of them. */
interface Answers {
  readonly all: readonly Given[];
  guards(some: readonly Json[], field: string): readonly TableGuard[];
}

const oneOf = (all: readonly (string | boolean)[], places: readonly AnswerPlace[]): Answers => ({
  all: all.flatMap((answer) => {
    const place = places.find(({ away }) => !away.has(`${answer}`));
    return place === undefined ? [] : [{ answer, beside: place.beside }];
  }),
  guards: (some, field) => [['isOption', some as readonly (string | boolean)[], field]],
});

/** One answer of each length, and each exclusive option. */
function severalOf(options: readonly string[], exclusive: readonly string[], places: readonly AnswerPlace[]): Answers {
  const combined = options.filter((option) => !exclusive.includes(option));
  /** So many of some options. */
  const given = (some: readonly string[], count: number): Given[] => {
    for (const { beside, away } of places) {
      const offered = some.filter((option) => !away.has(option));
      if (offered.length >= count) return [{ answer: offered.slice(0, count), beside }];
    }
    return [];
  };
  const alone = exclusive.flatMap((option) => given([option], 1));
  const lists = [null, ...combined].flatMap((_, count) => given(combined, count));
  return {
    all: [...lists, ...alone],
    guards: (some, field) => {
      const among = (answers: readonly Given[]) =>
        answers.flatMap(({ answer }) => (some.includes(answer) ? [answer as readonly string[]] : []));
      const counts = among(lists).map(({ length }) => length);
      const single = among(alone).flat();
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
 * @param places those of a field that is shown
 * @returns null if it asks otherwise, if no answer is right wherever the field is shown, or if a submission changes its answer
 */
export function askedChoice(
  field: FieldDefinition,
  judge: Judge,
  initial: string,
  places: readonly AnswerPlace[],
): AskedField | null {
  if (!isPlain(field)) return null;
  const { name } = field;
  const offered = 'options' in field ? field.options : [];
  const options = field.type === 'hidden' ? [initial] : offered.map(({ value }) => value);
  const exclusive = offered.filter((option) => option.exclusive).map(({ value }) => value);
  const isOne = field.type !== 'choices';
  const answersOf = (): Answers => {
    if (field.type === 'checkbox') return oneOf([true, false], places);
    if (field.type === 'choices') return severalOf(options, exclusive, places);
    // No option is an answer, too.
    return oneOf(field.type === 'hidden' ? options : [...new Set([...options, ''])], places);
  };
  const { all, guards } = answersOf();
  const byError = new Map<string | null, Given[]>();
  for (const each of all) {
    const { error, isKept } = judge(each.answer, each.beside);
    if (!isKept) return null;
    byError.set(error, [...(byError.get(error) ?? []), each]);
  }
  const offers = offersOf(field);
  const varied = new Set(offers.flatMap((offer) => offer.options));
  const right = byError.get(null)?.find(({ answer }) => [answer].flat().every((each) => !varied.has(`${each}`)));
  if (right === undefined) return null;
  const verdicts = [...byError].map(([error, some]) => {
    const [{ answer, beside }] = some as [Given];
    return {
      ...{ error, sample: answer, ...(offers.length === 0 ? {} : { beside }) },
      guards: guards(
        some.map((each) => each.answer),
        name,
      ),
    };
  });
  const answers = all.map(({ answer }) => answer as string | boolean);
  return {
    ...{ field: name, options, exclusive: isOne ? [] : exclusive, isMasked: false },
    given: isOne ? ['isOption', answers, name] : ['areOptions', options, name],
    accepted: verdicts.find(({ error }) => error === null)?.guards ?? [],
    right: right.answer,
    refused: verdicts.filter(({ error }) => error !== null),
    ...(offers.length === 0 ? {} : { offers }),
    ...(isSearched(field as { look?: string }) ? { isSearched: true } : {}),
  };
}
