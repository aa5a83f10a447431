import type { Field, FormFile } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { writtenFields } from './fields.ts';
import { requiringRules } from './usual-field.ts';
import { isWrittenOut, writtenOut } from './written-out.ts';

/** Whether a form has the word `required`, or a field that is written out. */
export const hasRequired = (source: Source): boolean =>
  Object.values((source.data as unknown as FormFile).fields).some(
    (field) =>
      field.required !== undefined ||
      field.type === 'repeat' ||
      isWrittenOut(field) ||
      field.options?.some(({ write }) => write !== undefined) === true,
  );

/**
 * Reports fields with both the word `required` and a rule that it expands to, and those whose name another field has when
 * it is written out.
 */
export function checkRequired(
  source: Source,
  fields: Readonly<Record<string, unknown>>,
  report: Report,
  defaults: Defaults,
  at: DataPath = ['fields'],
): void {
  for (const [name, written] of Object.entries(fields)) {
    if (typeof written === 'string') continue;
    const { required = false, rules = [], type } = written as Field;
    const writing = ((written as Field).options ?? []).filter(({ write }) => write !== undefined);
    const isWriting = isWrittenOut(written as Field) && type !== 'matrix';
    const reason =
      writing.length > 1
        ? 'Only one option of a field can have a text of its own.'
        : `An option of a ${type} has no text of its own. Remove \`write\`.`;
    if (writing.length > 1 || (writing.length === 1 && !isWriting))
      report.add('field-options', source, source.place([...at, name, 'options'], { key: true }), { reason });
    for (const { name: own, holds } of writtenOut(name, written as Field, [...at, name], defaults))
      if (holds !== undefined && Object.hasOwn(fields, own))
        report.add('field-options', source, source.place([...at, own], { key: true }), {
          reason: `${holds} is stored as ${own}. Give this field another name.`,
        });
    const rule = rules.find((each) => requiringRules.has(each.rule))?.rule;
    const path: DataPath = [...at, name, 'required'];
    if (required !== false && rule !== undefined)
      report.add('required-twice', source, source.place(path, { key: true }), { rule });
    checkRequired(source, (written as Field).fields ?? {}, report, defaults, [...at, name, 'fields']);
  }
}

/** Replaces the word `required` of a form's fields by rules, and fields such as an address by their parts. */
export function writeRequired(source: Source, defaults: Defaults, report: Report): Source {
  checkRequired(source, source.data.fields as FormFile['fields'] & object, report, defaults);
  const form = source.data as unknown as FormFile;
  const fields = Object.entries(form.fields).flatMap(([name, written]) =>
    writtenFields(name, written, ['fields', name], defaults),
  );
  const { data, origins } = separate(copied([], { ...form, fields: Object.fromEntries(fields) }));
  return source.made('form', data as Record<string, unknown>, origins);
}
