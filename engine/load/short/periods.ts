/** A field of type `date-range` as two dates: the first day under its own name, the last one under `…_end`. */
import type { Field, Rule } from '../../../schemas/generated/types.ts';
import { filled } from '../../fields/kinds/authoring.ts';
import type { MessageCatalogue } from '../../messages/keys.ts';
import { because } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';

/** The name of the field with the last day of a period. */
export const endName = (name: string): string => `${name}_end`;

/** A field with the name, the place and the rules that it has when it is written out. */
export interface WrittenOut {
  readonly name: string;
  readonly field: Field;
  /** Rules of the engine, after the author's own. */
  readonly rules: readonly unknown[];
}

/** The fields that a field is written out as: two dates for a period, the field itself otherwise. */
export function writtenOut(name: string, field: Field, path: DataPath, texts: MessageCatalogue): readonly WrittenOut[] {
  if (field.type !== 'date-range') return [{ name, field, rules: [] }];
  const { ends = [], label, prefill, aliases: _, hint: _hint, ...shared } = field;
  const { ends: _ends, ...whole } = field;
  const labelOf = (end: string | undefined, usual: string) =>
    because([...path, 'label'], filled(texts.fieldPeriod, { label: String(label), end: String(end ?? usual) }));
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
    },
  ];
}
