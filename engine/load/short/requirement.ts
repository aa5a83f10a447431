import type { Field } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { dataOf } from '../source/file-data.ts';
import { copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { requiringRules } from './field-defaults.ts';
import { isWrittenOut, writtenOut } from './field-parts.ts';
import { type FieldWord, writtenFields } from './fields.ts';
import { pointMistakes } from './point-ranges.ts';

/** Words that are no message, and what an author means by them. */
const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 'on', '1', 'required', 'sim', 's', 'si', 'sí'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'off', '0', 'optional', 'não', 'nao'].map((word) => [word, false] as const),
]);

/** Whether a form has the word `required`, points, or a field that is written out. */
export const hasRequired = (source: Source): boolean =>
  Object.values(dataOf(source, 'form').fields).some(
    (field) =>
      field.required !== undefined ||
      field.type === 'repeat' ||
      field.points !== undefined ||
      isWrittenOut(field) ||
      field.options?.some(({ write }) => write !== undefined) === true,
  );

/** A field as it is written, with its name and place. */
export interface PlacedField {
  readonly name: string;
  readonly field: Field | FieldWord;
  readonly path: DataPath;
}

/** The fields of a record by name, with their places. */
export const placedFields = (
  fields: Readonly<Record<string, Field | FieldWord>>,
  path: DataPath,
): readonly PlacedField[] => Object.entries(fields).map(([name, field]) => ({ name, field, path: [...path, name] }));

/**
 * Reports fields with both the word `required` and a rule that it expands to, those that cannot be written out, and those
 * whose name another field has when it is written out.
 */
export function checkRequired(
  source: Source,
  fields: readonly PlacedField[],
  report: Report,
  defaults: Defaults,
): void {
  const places = new Map(fields.map(({ name, path }) => [name, path]));
  for (const { name, field, path } of fields) {
    if (typeof field === 'string') continue;
    const { required = false, rules = [], type, options = [], rows } = field;
    const mistake = (place: DataPath, reason: string) =>
      report.add('field-options', source, source.place(place, { key: true }), { reason });
    if (type === 'matrix' && (rows === undefined || options.length === 0))
      mistake([...path, 'type'], `A field of type matrix needs ${rows === undefined ? 'rows' : 'options'}.`);
    for (const { place, reason } of pointMistakes(field)) mistake([...path, 'points', ...place], reason);
    const writing = options.filter(({ write }) => write !== undefined);
    const isWriting = isWrittenOut(field) && type !== 'matrix';
    if (writing.length > 1) mistake([...path, 'options'], 'Only one option of a field can have a text of its own.');
    else if (writing.length === 1 && !isWriting)
      mistake([...path, 'options'], `An option of a ${type} has no text of its own. Remove \`write\`.`);
    for (const { name: own, holds } of writtenOut(name, field, path, defaults)) {
      const other = places.get(own);
      if (holds !== undefined && other !== undefined)
        mistake(other, `${holds} is stored as ${own}. Give this field another name.`);
    }
    const stated = [
      { place: [...path, 'required'], written: required },
      ...Object.entries(field.parts ?? {}).map(([part, { required: written }]) => ({
        place: [...path, 'parts', part, 'required'],
        written,
      })),
    ];
    for (const { place, written } of stated) {
      const now = typeof written === 'string' ? booleanWords.get(written.trim().toLowerCase()) : undefined;
      if (now !== undefined) report.add('required-word', source, source.place(place), { was: String(written), now });
    }
    const rule = rules.find((each) => requiringRules.has(each.rule))?.rule;
    if (required !== false && rule !== undefined)
      report.add('required-twice', source, source.place([...path, 'required'], { key: true }), { rule });
    if (typeof field.fields === 'object')
      checkRequired(source, placedFields(field.fields, [...path, 'fields']), report, defaults);
  }
}

/** Replaces the word `required` of a form's fields by rules, and fields such as an address by their parts. */
export function writeRequired(source: Source, defaults: Defaults, report: Report): Source {
  const form = dataOf(source, 'form');
  checkRequired(source, placedFields(form.fields, ['fields']), report, defaults);
  const fields = Object.entries(form.fields).flatMap(([name, written]) =>
    writtenFields(name, written, ['fields', name], defaults),
  );
  const { data, origins } = separate(copied([], { ...form, fields: Object.fromEntries(fields) }));
  return source.made('form', data as Record<string, unknown>, origins);
}
