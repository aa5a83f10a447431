/** Groups that repeat: a list of entries, and the fields of a form that hold it (`engine/load/short/repeats.ts`). */
import { emptyOf, toPayload } from '../fields/field.ts';
import { entryName } from '../fields/repeat/entries.ts';
import type { FieldDefinition, Json } from './types.ts';

type Values = Readonly<Record<string, Json>>;

/** What the button of a group that repeats posts: `entries.`, the field with the number, and `add` or a place. */
export const entriesEvent = 'entries.';

/** The group whose entries a field counts; undefined for any other field. */
export const groupCountedBy = (field: FieldDefinition): string | undefined =>
  field.type === 'choice' ? field.rows?.of : undefined;

/** How many entries a group has at least and at most. */
export function entryBounds(field: FieldDefinition): { readonly min: number; readonly max: number } {
  const counts = field.type === 'choice' ? field.options.map(({ value }) => Number(value)) : [];
  return { min: Math.min(...counts), max: Math.max(...counts) };
}

/** How many entries of a group a visitor sees. */
export function entriesShown(field: FieldDefinition, values: Readonly<Record<string, unknown>>): number {
  const { min, max } = entryBounds(field);
  const given = toPayload(field, (values[field.name] ?? null) as Json);
  return Math.min(max, Math.max(min, typeof given === 'number' ? given : min));
}

/** The fields of an entry. @param index from 0 */
export const fieldsOfEntry = (
  fields: readonly FieldDefinition[],
  group: string,
  index: number,
): readonly FieldDefinition[] => fields.filter(({ row }) => row?.of === group && row.index === index);

/**
 * The values of a form as they are stored: the entries of a group are a list of records.
 * @param values as they are sent, by the name of their field; a hidden field has none
 */
export function withLists(fields: readonly FieldDefinition[], values: Values): Record<string, Json> {
  const stored: Record<string, Json> = {};
  for (const field of fields) {
    const group = groupCountedBy(field);
    if (group !== undefined) {
      // A hidden group has no values.
      const isHeld = [field, ...fieldsOfEntry(fields, group, 0)].some(({ name }) => Object.hasOwn(values, name));
      if (!isHeld) continue;
      stored[group] = Array.from(
        { length: entriesShown(field, { [field.name]: String(values[field.name]) }) },
        (_, index) =>
          Object.fromEntries(
            fieldsOfEntry(fields, group, index).flatMap(({ name, row }) =>
              row === undefined || !Object.hasOwn(values, name) ? [] : [[row.name, values[name] as Json]],
            ),
          ),
      );
    } else if (field.row === undefined && Object.hasOwn(values, field.name))
      stored[field.name] = values[field.name] as Json;
  }
  return stored;
}

/**
 * What a request contains by the names of fields. A group may be sent as a list of records, which is what it is stored as;
 * browsers send each field.
 */
export function withoutLists(fields: readonly FieldDefinition[], given: Readonly<Record<string, unknown>>) {
  const flat: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const group = groupCountedBy(field);
    const entries = group === undefined ? undefined : Object.getOwnPropertyDescriptor(given, group)?.value;
    if (group === undefined || !Array.isArray(entries)) continue;
    const { max } = entryBounds(field);
    flat[field.name] = String(entries.length);
    for (const [index, entry] of entries.slice(0, max).entries())
      for (const { row } of fieldsOfEntry(fields, group, index)) {
        const value =
          row === undefined || typeof entry !== 'object' || entry === null
            ? undefined
            : Object.getOwnPropertyDescriptor(entry, row.name)?.value;
        if (row !== undefined && value !== undefined) flat[entryName(group, index, row.name)] = value;
      }
  }
  return Object.keys(flat).length === 0 ? given : { ...given, ...flat };
}

/**
 * The values of a group's fields after a visitor has added an entry, or removed one: later entries move up.
 * @param change `'add'`, or the place of the entry to remove, from 0
 * @returns the values that change, by the name of their field; null if the group cannot have so many or so few entries
 */
export function changedEntries(
  fields: readonly FieldDefinition[],
  count: FieldDefinition,
  change: 'add' | number,
  values: Values,
): Record<string, Json> | null {
  const { min, max } = entryBounds(count);
  const shown = entriesShown(count, values);
  const group = groupCountedBy(count) ?? '';
  const initial = (field: FieldDefinition): Json => field.default ?? emptyOf(field);
  if (change === 'add') return shown >= max ? null : { [count.name]: String(shown + 1) };
  if (shown <= min || !Number.isInteger(change) || change < 0 || change >= shown) return null;
  const changed: Record<string, Json> = { [count.name]: String(shown - 1) };
  for (let index = change; index < shown; index += 1)
    for (const field of fieldsOfEntry(fields, group, index)) {
      const from = entryName(group, index + 1, field.row?.name ?? '');
      changed[field.name] = index === shown - 1 ? initial(field) : (values[from] ?? initial(field));
    }
  return changed;
}
