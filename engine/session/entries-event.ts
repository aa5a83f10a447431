/** The buttons of groups that repeat, on a page without JavaScript. */
import type { Json } from '../../schemas/compiled.ts';
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { emptyOf } from '../fields/field.ts';
import type { PostedFields } from '../fields/kinds/kind.ts';
import { postedNames } from '../flow/post-names.ts';
import { changedEntries, entriesEvent, entriesShown, groupCountedBy } from '../forms/entries.ts';
import type { Screen } from '../steps/screen.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import { readFields } from './read-form.ts';

/**
 * The values that change when a visitor adds an entry to a group that repeats, or removes one: those that were typed, and
 * those of the entries.
 * @returns null if another button was pressed
 */
export function postedEntries({ form }: Screen, fields: PostedFields): Readonly<Record<string, Json>> | null {
  const event = fields.get(postedNames.event);
  if (form === null || typeof event !== 'string' || !event.startsWith(entriesEvent)) return null;
  const [name, change = ''] = event.slice(entriesEvent.length).split('.');
  const { fields: all } = form.definition;
  const count = all.find((field) => field.name === name && groupCountedBy(field) !== undefined);
  if (count === undefined) return null;
  const typed = readFields(
    fields,
    all.filter((field) => isDrawn(all, field, fields)),
  );
  const changed = changedEntries(all, count, change === 'add' ? change : Number(change), typed);
  const known = (field: FieldDefinition): Json => form.values[field.name] ?? field.default ?? emptyOf(field);
  const values: Readonly<Record<string, Json>> = { ...typed, ...changed };
  return Object.fromEntries(
    all.flatMap((field) => {
      const value = values[field.name];
      return value === undefined || canonicalJson(value) === canonicalJson(known(field)) ? [] : [[field.name, value]];
    }),
  );
}

/** Whether the posted page showed a field: one of an entry is not drawn beyond the number of entries. */
function isDrawn(all: readonly FieldDefinition[], { row }: FieldDefinition, fields: PostedFields): boolean {
  const count = row === undefined ? undefined : all.find((field) => groupCountedBy(field) === row.of);
  return (
    row === undefined ||
    (count !== undefined && row.index < entriesShown(count, { [count.name]: fields.get(count.name) }))
  );
}
