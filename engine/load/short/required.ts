import type { Field, FormFile } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { requiringRules, writtenField } from './fields.ts';
import { endName, writtenOut } from './periods.ts';

/** Whether a form has the word `required`, or a field that is written out as two. */
export const hasRequired = (source: Source): boolean =>
  Object.values((source.data as unknown as FormFile).fields).some(
    ({ required, type }) => required !== undefined || type === 'date-range',
  );

/** Reports fields with both the word `required` and a rule that it expands to. */
export function checkRequired(source: Source, fields: Readonly<Record<string, unknown>>, report: Report): void {
  for (const [name, written] of Object.entries(fields)) {
    if (typeof written === 'string') continue;
    const { required = false, rules = [], type } = written as Field;
    const end = endName(name);
    if (type === 'date-range' && Object.hasOwn(fields, end))
      report.add('field-options', source, source.place(['fields', end], { key: true }), {
        reason: `The last day of ${name} is stored as ${end}. Give this field another name.`,
      });
    const rule = rules.find((each) => requiringRules.has(each.rule))?.rule;
    const path: DataPath = ['fields', name, 'required'];
    if (required !== false && rule !== undefined)
      report.add('required-twice', source, source.place(path, { key: true }), { rule });
  }
}

/** Replaces the word `required` of a form's fields by rules, and periods by two dates. */
export function writeRequired(source: Source, { texts }: Defaults, report: Report): Source {
  checkRequired(source, source.data.fields as FormFile['fields'] & object, report);
  const form = source.data as unknown as FormFile;
  const fields = Object.entries(form.fields).flatMap(([name, written]) =>
    writtenOut(name, written, ['fields', name], texts).map(({ name: own, field, rules }) => [
      own,
      writtenField(field, ['fields', name], texts, rules),
    ]),
  );
  const { data, origins } = separate(copied([], { ...form, fields: Object.fromEntries(fields) }));
  return source.made('form', data as Record<string, unknown>, origins);
}
