/** A field of type `matrix` as a choice for each row, under the field's name and that of the row: `service_speed`. */
import type { Field } from '../../../schemas/generated/types.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { WrittenOut } from './field-expansion.ts';

export function rowsOfMatrix(name: string, field: Field, path: DataPath): readonly WrittenOut[] {
  const { rows = {}, several = false, label, hint, prefill, aliases: _, ...shared } = field;
  return Object.entries(rows).map(([row, written], index) => ({
    name: `${name}_${row}`,
    field: {
      ...shared,
      ...{ type: several ? 'choices' : 'choice', question: copied([...path, 'label'], label) },
      label: copied([...path, 'rows', row], written),
      ...(hint === undefined || index > 0 ? {} : { hint }),
      ...(prefill === undefined ? {} : { prefill: because([...path, 'prefill'], `${prefill}_${row}`) }),
    } as Field,
    rules: [],
    holds: `The row ${row} of ${name}`,
  }));
}
