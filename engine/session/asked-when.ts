/** Fields, and options of fields, with a condition over the fields above them. */
import type { Code, Json } from '../../schemas/compiled.ts';
import { emptyOf, optionsOf } from '../fields/field.ts';
import { namesIn } from '../flow/scope.ts';
import { hiddenFields } from '../forms/conditions.ts';
import type { FieldDefinition } from '../forms/types.ts';
import { optionsAway } from '../rules/offered/tests.ts';
import { plainSigns, writeNumber } from '../values/written-number.ts';
import type { AskedOffer, AskedWhen, OtherAnswers } from './asked-field.ts';

/** More combinations of answers are not tried. */
const mostTried = 500;

/** The constants of a condition. */
function constantsIn(code: unknown): Json[] {
  if (!Array.isArray(code)) return [code as Json];
  const [operation, ...parts] = code as readonly unknown[];
  if (operation === '$') return [];
  return operation === '#' ? ([parts[0]].flat() as Json[]) : parts.flatMap(constantsIn);
}

/** Answers of which some probably meet a condition. */
function answersTo(field: FieldDefinition, constants: readonly Json[], right: Json | undefined): Json[] {
  const options = optionsOf(field)?.map(({ value }) => value);
  if (field.type === 'checkbox') return [true, false];
  if (options !== undefined && field.type === 'choices') {
    const lists = options.map((_, index) => options.slice(0, index + 1));
    return [[], ...options.map((option) => [option]), ...lists];
  }
  if (options !== undefined) return [...options, ''];
  const texts = constants.flatMap((each): string[] => {
    if (typeof each !== 'number') return typeof each === 'string' ? [each, `${each}a`] : [];
    const signs = field.number ?? plainSigns;
    return [0, 1, -1].map((more) => writeNumber(each / 10 ** (field.number?.minor ?? 0) + more, signs));
  });
  return [...new Set([...(right === undefined ? [] : [right]), ...texts, 'Ana', ''])];
}

/** The conditions of a field and of its options, as a list. */
const conditionsOf = (field: FieldDefinition): Code => [
  '[]',
  ...[field, ...(optionsOf(field) ?? [])].flatMap(({ when }) => (when === undefined ? [] : [when])),
];

/** Combinations of answers to the fields above a field that its conditions read, also by the conditions of those fields. */
function answersAbove(field: FieldDefinition, fields: readonly FieldDefinition[], right: OtherAnswers): OtherAnswers[] {
  const above = fields.slice(0, fields.indexOf(field));
  const read = new Set(namesIn(conditionsOf(field)));
  for (const each of [...above].reverse())
    if (read.has(each.name)) for (const other of namesIn(conditionsOf(each))) read.add(other);
  const constants = [...above, field].flatMap((each) => constantsIn(conditionsOf(each)));
  let combined: OtherAnswers[] = [{}];
  for (const each of above) {
    if (!read.has(each.name)) continue;
    const answers = answersTo(each, constants, right[each.name]);
    combined = combined.flatMap((before) => answers.map((answer) => ({ ...before, [each.name]: answer })));
    combined = combined.slice(0, mostTried);
  }
  return combined;
}

/** Whether a form accepts answers to the fields above a field. */
type IsAccepted = (answers: OtherAnswers) => boolean;

/**
 * The condition of a field.
 * @param right accepted answers to the fields above it
 * @param isAccepted whether the form accepts answers to them
 * @returns undefined if it has none; null if no answers are found with which it is shown
 */
export function conditionOf(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  right: OtherAnswers,
  isAccepted: IsAccepted,
): AskedWhen | null | undefined {
  const { when, name } = field;
  if (when === undefined) return undefined;
  const beside = answersAbove(field, fields, right).find(
    (answers) => !hiddenFields(fields, { ...right, ...answers }).has(name) && isAccepted(answers),
  );
  return beside === undefined ? null : { when, empty: emptyOf(field), beside };
}

/** Answers to the fields above a field beside which it is shown, and the options that are not offered then. */
export interface AnswerPlace {
  readonly beside: OtherAnswers;
  readonly away: ReadonlySet<string>;
}

/** The options of a field that have conditions, by these. */
export function offersOf(field: FieldDefinition): readonly AskedOffer[] {
  const offers = new Map<string, AskedOffer>();
  for (const { value, when } of optionsOf(field) ?? []) {
    if (when === undefined) continue;
    const key = JSON.stringify(when);
    offers.set(key, { when, options: [...(offers.get(key)?.options ?? []), value] });
  }
  return [...offers.values()];
}

/** A place for each set of options that is offered together. See `conditionOf` for the parameters. */
export function placesOf(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  right: OtherAnswers,
  isAccepted: IsAccepted,
): readonly AnswerPlace[] {
  if (offersOf(field).length === 0) return [{ beside: {}, away: new Set() }];
  const places = new Map<string, AnswerPlace>();
  for (const beside of answersAbove(field, fields, right)) {
    const values = { ...right, ...beside };
    const hidden = hiddenFields(fields, values);
    const shown = Object.entries(values).filter(([name]) => !hidden.has(name));
    const away = optionsAway(field, Object.fromEntries(shown));
    const key = [...away].join();
    if (!places.has(key) && !hidden.has(field.name) && isAccepted(beside)) places.set(key, { beside, away });
  }
  return [...places.values()];
}
