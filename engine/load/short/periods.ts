/** A field of type `date-range` as two dates: the first day under its own name, the last one under `…_end`. */
import type { Field, Rule } from '../../../schemas/generated/types.ts';
import { because } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { labelOfPart, type WrittenOut } from './field-expansion.ts';

/** The name of the field with the last day of a period. */
const endName = (name: string): string => `${name}_end`;

export function twoDates(
  name: string,
  field: Field,
  path: DataPath,
  { texts }: Defaults,
  isTitled = false,
): readonly WrittenOut[] {
  const { ends = [], label, prefill, aliases: _, hint: _hint, ...shared } = field;
  const { ends: _ends, ...whole } = field;
  const labelOf = (end: string | undefined, usual: string) => {
    const part = { end: String(end ?? usual) };
    return because([...path, 'label'], labelOfPart(texts.fieldPeriod, isTitled ? undefined : String(label), part));
  };
  const order: Rule = { rule: 'notBefore', field: name, message: texts.fieldPeriodOrder };
  const [first, last] = ends as readonly string[];
  const type = 'date';
  return [
    { name, field: { ...whole, type, label: labelOf(first, texts.fieldFirstDay) } as Field, rules: [] },
    {
      name: endName(name),
      field: {
        ...shared,
        ...(prefill === undefined ? {} : { prefill: because([...path, 'prefill'], endName(prefill)) }),
        ...{ type, label: labelOf(last, texts.fieldLastDay) },
      } as Field,
      rules: [because([...path, 'type'], order)],
      holds: `The last day of ${name}`,
    },
  ];
}
