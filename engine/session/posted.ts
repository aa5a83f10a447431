/** Reads the values of a form, on the page and from what a page without JavaScript posts. */
import type { Json } from '../../schemas/compiled.ts';
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { readPosted } from '../fields/field.ts';
import type { PostedFields } from '../fields/kinds/kind.ts';

export type { PostedFields };

/** The value of a posted field: a text, a boolean for a checkbox, a list for choices. */
export const readField = (fields: PostedFields, field: Pick<FieldDefinition, 'name' | 'type'>): Json =>
  readPosted(field, fields, field.name);

/** The values of a posted form. Reads only the fields of its definition. */
export const readFields = (fields: PostedFields, definitions: readonly FieldDefinition[]): Record<string, Json> =>
  Object.fromEntries(definitions.map((field) => [field.name, readField(fields, field)]));
