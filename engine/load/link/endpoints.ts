/** The values that an intake accepts, and what a browser needs to know to call it. */
import type { FormFile, Intake, ValueType } from '../../../schemas/generated/types.ts';
import type { EndpointShape } from '../../definition.ts';
import { countName } from '../../fields/repeat/entries.ts';
import type { InRow } from '../short/field-expansion.ts';
import { acceptedField } from '../types/value-types.ts';
import { sharedKey } from './conversions.ts';
import type { Draft, IntakeSource } from './draft.ts';

/** All values that an intake accepts, in order: the form's fields, then its own values. */
export function acceptedBy(draft: Draft, intake: Intake): Record<string, ValueType> {
  const { omit = [], input = {}, forms } = intake;
  const accepted: Record<string, ValueType> = {};
  for (const form of acceptedForms(draft, intake)) {
    for (const [name, field] of Object.entries(form.fields)) {
      if (omit.includes(name) || Object.hasOwn(accepted, name)) continue;
      const type = acceptedField(field);
      // A field of one step is absent on the others; the form of the step requires it.
      accepted[name] = forms === undefined || forms.always?.includes(name) ? type : { ...type, optional: true };
    }
  }
  return { ...accepted, ...input };
}

/** A group that repeats, as an intake stores it: the fields of its entries by name. */
export interface EntryGroup {
  readonly name: string;
  readonly fields: Readonly<Record<string, ValueType>>;
}

/** The groups that repeat among the fields that an intake accepts. */
export function groupsOf(draft: Draft, intake: Intake): readonly EntryGroup[] {
  const groups = new Map<string, Record<string, ValueType>>();
  for (const form of acceptedForms(draft, intake))
    for (const { row, when, ...field } of Object.values(form.fields) as InRow[]) {
      if (row?.index !== 0) continue;
      const own = acceptedField(row.conditional ? { ...field, when: when ?? '' } : field);
      groups.set(row.of, { ...groups.get(row.of), [row.name]: own });
    }
  return [...groups].map(([name, fields]) => ({ name, fields }));
}

/**
 * All values that an intake stores, in the order in which it accepts them. A group that repeats is one value, which is
 * marked as personal if one of its fields is.
 */
export function storedBy(draft: Draft, intake: Intake): Record<string, ValueType> {
  const groups = groupsOf(draft, intake);
  if (groups.length === 0) return acceptedBy(draft, intake);
  const counted = new Map(groups.map((group) => [countName(group.name), group]));
  const rows = new Set(
    acceptedForms(draft, intake).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => (fields[name] as InRow).row !== undefined),
    ),
  );
  return Object.fromEntries(
    Object.entries(acceptedBy(draft, intake)).flatMap(([name, type]): [string, ValueType][] => {
      const group = counted.get(name);
      if (group === undefined) return rows.has(name) ? [] : [[name, type]];
      const isPersonal = Object.values(group.fields).some(({ pii }) => pii !== undefined);
      return [[group.name, { type: 'list', optional: true, ...(isPersonal ? { pii: 'text' } : {}) }]];
    }),
  );
}

/** Ids of the forms of an intake, without duplicates. */
export const acceptedFormIds = ({ form, moreForms = [], forms }: Intake): string[] => [
  ...new Set([form ?? [], moreForms, Object.values(forms?.cases ?? {}).flat()].flat()),
];

/** The forms whose fields an intake accepts. */
export const acceptedForms = (draft: Draft, intake: Intake): FormFile[] =>
  acceptedFormIds(intake).flatMap((id) => draft.forms.get(id)?.data ?? []);

/** For each value of `by`, the fields of its forms and those of every submission. */
function fieldsBy(draft: Draft, { forms, omit = [] }: Intake): EndpointShape['fieldsBy'] {
  if (forms === undefined) return undefined;
  const cases = Object.entries(forms.cases).map(([value, ids]) => {
    const fields = ids.flatMap((id) => Object.keys(draft.forms.get(id)?.data.fields ?? {}));
    return [value, [...new Set([...fields, ...(forms.always ?? [])])].filter((name) => !omit.includes(name))] as const;
  });
  return { by: forms.by, cases: Object.fromEntries(cases) };
}

/** What a browser needs to know to call an intake. */
export function shapeOf(draft: Draft, intake: IntakeSource): EndpointShape {
  const by = fieldsBy(draft, intake.data);
  const key = sharedKey(draft, intake);
  return {
    method: intake.method,
    input: acceptedBy(draft, intake.data),
    responseKeys: [
      ...new Set([...Object.keys(intake.data.response ?? {}), ...(key === null ? [] : [key])]),
      ...(intake.data.redirect === undefined ? [] : ['redirectUrl']),
    ],
    ...(by === undefined ? {} : { fieldsBy: by }),
  };
}
