/** The behaviour of a field's values, by control. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { ControlType, FieldDefinition, OptionDefinition } from '../../schemas/generated/types.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { plainSigns, sentNumber } from '../values/number-text.ts';
import { fieldKinds } from './generated/values.ts';
import type { FieldValue, PostedFields, Sending, ValueKind } from './kinds/kind.ts';
import { applyMask, digitsOf } from './masks/masks.ts';

type FieldControl = { readonly type: ControlType };

/** The kind of value of a field. */
export const kindOf = ({ type }: FieldControl): ValueKind => fieldKinds[type].kind;

/** The empty value of a field. */
export const emptyOf = ({ type }: FieldControl): FieldValue => fieldKinds[type].empty;

/** The options of a field; undefined for a type that has none. */
export const optionsOf = (field: FieldDefinition): readonly OptionDefinition[] | undefined =>
  'options' in field ? field.options : undefined;

/** The value of a field in a form that a browser posted without JavaScript. */
export const readPosted = ({ type }: FieldControl, fields: PostedFields, name: string): Json =>
  fieldKinds[type].readPosted(fields, name);

/** Joins a list that is sent as one text. */
export const separator = ', ';

/**
 * A field's value as it is sent: formatted by its mask, or converted by `submitAs` (digits only; a number, null if there is
 * none, an amount in its smallest unit; a list as one text).
 */
export function toPayload({ submitAs, mask, number }: Sending, value: Json): Json {
  if (typeof value === 'string') {
    if (submitAs === 'number') return sentNumber(value, number ?? plainSigns);
    const text = mask === undefined ? value : applyMask(mask, value);
    return submitAs === 'digits' ? digitsOf(text) : text;
  }
  return submitAs === 'joined' && Array.isArray(value) ? value.join(separator) : value;
}

/** What a condition needs to know about a field that it reads. */
export type ReadField = Pick<FieldDefinition, 'name' | 'type' | 'submitAs' | 'number'>;

/** Whether a condition holds. A field without a value is empty; one that is sent as a number is read as that number. */
export const meets = (when: Code, fields: readonly ReadField[], values: Readonly<Record<string, unknown>>): boolean =>
  evaluate(when, (name) => {
    const field = fields.find((each) => each.name === name);
    const value = (values[name] ?? (field ? emptyOf(field) : null)) as Json;
    return field?.submitAs === 'number' ? toPayload(field, value) : value;
  }) === true;
