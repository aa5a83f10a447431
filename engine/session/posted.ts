/** What a form of a page says without script: its fields as one event of the flow. */
import type { Json } from '../../schemas/compiled.ts';
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { readPosted } from '../fields/field.ts';
import type { PostedFields } from '../fields/kinds/kind.ts';
import { postedNames } from '../flow/posted-names.ts';
import type { FlowEvent, Screen } from '../steps/screen.ts';

export type { PostedFields };

/** What stands in a field: a text, true or false for a checkbox, a list for choices. */
export const readField = (fields: PostedFields, field: Pick<FieldDefinition, 'name' | 'type'>): Json =>
  readPosted(field, fields, field.name);

/** What stands in a form. Only its own fields are read. */
export const readFields = (fields: PostedFields, definitions: readonly FieldDefinition[]): Record<string, Json> =>
  Object.fromEntries(definitions.map((field) => [field.name, readField(fields, field)]));

/**
 * The one thing a visitor did on a screen, by what its form posted.
 * @returns null if this screen accepts none of the posted data
 */
export function postedEvent(screen: Screen, fields: PostedFields): FlowEvent | null {
  const said = fields.get(postedNames.event);
  if (said === 'previous') return { type: 'PREVIOUS' };
  if (typeof said === 'string' && said.startsWith('on.')) return { type: 'on', name: said.slice('on.'.length) };
  if (screen.question !== null) {
    const { item } = screen.question;
    const chosen = item.options.find((option) => String(option.value) === fields.get(item.id));
    return chosen === undefined ? { type: 'NEXT' } : { type: 'NEXT', value: chosen.value };
  }
  if (screen.form === null) return null;
  return { type: 'SUBMIT', values: readFields(fields, screen.form.definition.fields) };
}
