/** Reads the values of a form, on the page and from what a page without JavaScript posts. */
import type { Json } from '../../schemas/compiled.ts';
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { readPosted } from '../fields/field.ts';
import type { PostedFields } from '../fields/kinds/kind.ts';
import { applyMask } from '../fields/masks/masks.ts';

export type { PostedFields };

/**
 * The value of a posted field: a text, a boolean for a checkbox, a list for choices. A text is formatted by the field's
 * mask, because no script has formatted it on a page without JavaScript.
 */
export function readField(fields: PostedFields, field: Pick<FieldDefinition, 'name' | 'type' | 'mask'>): Json {
  const value = readPosted(field, fields, field.name);
  return field.mask !== undefined && typeof value === 'string' ? applyMask(field.mask, value) : value;
}

/** The values of a posted form. Reads only the fields of its definition. */
export const readFields = (fields: PostedFields, definitions: readonly FieldDefinition[]): Record<string, Json> =>
  Object.fromEntries(definitions.map((field) => [field.name, readField(fields, field)]));
