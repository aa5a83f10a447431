/** Converts the form that a page without JavaScript posts to one event of the flow. */
import type { Json } from '../../schemas/compiled.ts';
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { readPosted } from '../fields/field.ts';
import type { PostedFields } from '../fields/kinds/kind.ts';
import { postedNames } from '../flow/posted-names.ts';
import type { FlowEvent, Screen } from '../steps/screen.ts';

export type { PostedFields };

/** The value of a posted field: a text, a boolean for a checkbox, a list for choices. */
export const readField = (fields: PostedFields, field: Pick<FieldDefinition, 'name' | 'type'>): Json =>
  readPosted(field, fields, field.name);

/** The values of a posted form. Reads only the fields of its definition. */
export const readFields = (fields: PostedFields, definitions: readonly FieldDefinition[]): Record<string, Json> =>
  Object.fromEntries(definitions.map((field) => [field.name, readField(fields, field)]));

/**
 * The event that a posted screen represents.
 * @returns null if this screen accepts none of the posted data
 */
export function postedEvent(screen: Screen, fields: PostedFields): FlowEvent | null {
  const event = fields.get(postedNames.event);
  if (event === 'previous') return { type: 'PREVIOUS' };
  if (typeof event === 'string' && event.startsWith('on.')) return { type: 'on', name: event.slice('on.'.length) };
  if (screen.question !== null) {
    const { item } = screen.question;
    const chosen = item.options.find((option) => String(option.value) === fields.get(item.id));
    return chosen === undefined ? { type: 'NEXT' } : { type: 'NEXT', value: chosen.value };
  }
  if (screen.form === null) return null;
  return { type: 'SUBMIT', values: readFields(fields, screen.form.definition.fields) };
}
