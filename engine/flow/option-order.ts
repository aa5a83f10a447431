/** The options of a flow that are shown in a random order (`shuffle`). The machine does not depend on their order. */
import type { Field, Question } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { optionsOf } from '../fields/field.ts';
import type { FieldDefinition, FormDefinition } from '../forms/types.ts';
import { shuffled } from '../values/shuffle.ts';

interface OptionPlace {
  readonly value: string | number;
  readonly exclusive?: true;
  readonly fixed?: true;
}

/** What a page needs to put the options of a field into their order. */
export type ShuffledNames = readonly (readonly [
  /** The name of its controls. */
  name: string,
  /** What its order is computed from, besides the seed: the entries of a group that repeats have the same order. */
  key: string,
  /** The values of the options that keep their places. */
  kept: readonly string[],
])[];

/** The values of the options that keep their places. */
export const keptOptions = (options: readonly OptionPlace[], shuffle: NonNullable<Field['shuffle']>): string[] =>
  options
    .filter(
      ({ exclusive, fixed }, index) =>
        exclusive === true || fixed === true || (shuffle === 'except-last' && index === options.length - 1),
    )
    .map(({ value }) => String(value));

const shuffleOf = (field: FieldDefinition): Field['shuffle'] => ('shuffle' in field ? field.shuffle : undefined);

const keyOf = ({ name, row }: FieldDefinition): string => row?.name ?? name;

/** The order of one field's options. */
function ordered<Item extends OptionPlace>(
  options: readonly Item[],
  shuffle: NonNullable<Field['shuffle']>,
  key: string,
  seed: string,
): Item[] {
  const kept = new Set(keptOptions(options, shuffle));
  return shuffled(options, `${seed}\n${key}`, ({ value }) => (kept.has(String(value)) ? null : String(value)));
}

/** The fields and questions whose options are shuffled; empty for most flows. */
export function shuffledNames({ questions = {} }: FlowDefinition, forms: readonly FormDefinition[]): ShuffledNames {
  const asked = Object.values(questions).flatMap(({ items }) =>
    items.flatMap(({ id, options, shuffle }) =>
      shuffle === undefined ? [] : [[id, id, keptOptions(options, shuffle)] as const],
    ),
  );
  const fields = forms
    .flatMap((form) => form.fields)
    .flatMap((field) => {
      const shuffle = shuffleOf(field);
      return shuffle === undefined
        ? []
        : [[field.name, keyOf(field), keptOptions(optionsOf(field) ?? [], shuffle)] as const];
    });
  return [...asked, ...fields];
}

interface FlowParts {
  readonly flow: FlowDefinition;
  readonly forms: readonly FormDefinition[];
}

/** A flow and its forms with the options in the order of a visit. @param seed the id of the visit */
export function flowInOrder({ flow, forms }: FlowParts, seed: string): FlowParts {
  const askedIn = (item: Question): Question =>
    item.shuffle === undefined ? item : { ...item, options: ordered(item.options, item.shuffle, item.id, seed) };
  const fieldIn = (field: FieldDefinition): FieldDefinition => {
    const shuffle = shuffleOf(field);
    if (shuffle === undefined) return field;
    return { ...field, options: ordered(optionsOf(field) ?? [], shuffle, keyOf(field), seed) } as FieldDefinition;
  };
  const { questions } = flow;
  return {
    flow:
      questions === undefined
        ? flow
        : {
            ...flow,
            questions: Object.fromEntries(
              Object.entries(questions).map(([id, set]) => [id, { ...set, items: set.items.map(askedIn) }]),
            ),
          },
    forms: forms.map((form) => ({ ...form, fields: form.fields.map(fieldIn) })),
  };
}
