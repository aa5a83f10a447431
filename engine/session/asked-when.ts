/** Fields with a condition over the fields above them. */
import type { Json } from '../../schemas/compiled.ts';
import { emptyOf, optionsOf } from '../fields/field.ts';
import { namesIn } from '../flow/scope.ts';
import { hiddenFields } from '../forms/conditions.ts';
import type { FieldDefinition } from '../forms/types.ts';
import { plainSigns, writeNumber } from '../values/written-number.ts';
import type { AskedWhen } from './asked-field.ts';

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

/**
 * The condition of a field.
 * @param right accepted answers to the fields above it
 * @param isAccepted whether the form accepts answers to them
 * @returns undefined if it has none; null if no answers are found with which it is shown
 */
export function conditionOf(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  right: Readonly<Record<string, Json>>,
  isAccepted: (answers: Readonly<Record<string, Json>>) => boolean,
): AskedWhen | null | undefined {
  const { when, name } = field;
  if (when === undefined) return undefined;
  const constants = constantsIn(when);
  const above = fields.slice(0, fields.indexOf(field));
  /** The fields that decide whether the field is shown, also those that decide whether these are. */
  const read = new Set(namesIn(when));
  for (const each of [...above].reverse())
    if (read.has(each.name)) for (const other of namesIn(each.when ?? null)) read.add(other);
  let combined: Readonly<Record<string, Json>>[] = [{}];
  for (const each of above) {
    if (!read.has(each.name)) continue;
    const own = [...constants, ...above.flatMap((other) => constantsIn(other.when ?? null))];
    const answers = answersTo(each, own, right[each.name]);
    combined = combined.flatMap((before) => answers.map((answer) => ({ ...before, [each.name]: answer })));
    combined = combined.slice(0, mostTried);
  }
  const beside = combined.find(
    (answers) => !hiddenFields(fields, { ...right, ...answers }).has(name) && isAccepted(answers),
  );
  return beside === undefined ? null : { when, empty: emptyOf(field), beside };
}
