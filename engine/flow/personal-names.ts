/** Which of a flow's values are personal data. */

import type { FormDefinition, PersonalData } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';

export type PersonalNames = ReadonlyMap<string, PersonalData>;

/** The names of a flow's personal values: fields of its forms and entries of its `data`. */
export function personalNames(flow: FlowDefinition, forms: readonly FormDefinition[]): PersonalNames {
  const names = new Map<string, PersonalData>();
  for (const field of forms.flatMap((form) => form.fields))
    if (field.pii !== undefined) for (const name of [field.name, ...(field.aliases ?? [])]) names.set(name, field.pii);
  for (const [name, type] of Object.entries(flow.data ?? {})) if (type.pii !== undefined) names.set(name, type.pii);
  return names;
}
