/** An option with a text of its own (`write`) as the choice and a text, `…_other`, that is asked for when it is chosen. */
import type { Field } from '../../../schemas/generated/types.ts';
import { because, copied, textOf } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { WrittenOut } from './field-expansion.ts';
import { literal } from './names.ts';

export function choiceWithText(name: string, field: Field, path: DataPath): readonly WrittenOut[] {
  const { options = [], type, when, pii } = field;
  const at = options.findIndex(({ write }) => write !== undefined);
  const { value = '', write } = options[at] ?? {};
  const place = [...path, 'options', at, 'write'];
  const chosen = type === 'choices' ? `${literal(value)} in ${name}` : `${name} == ${literal(value)}`;
  // What is written out says that the option keeps its place.
  const isShuffled = field.shuffle !== undefined;
  const plain = options.map(({ write: own, ...option }, index) =>
    copied([...path, 'options', index], own !== undefined && isShuffled ? { ...option, fixed: true } : option),
  );
  return [
    { name, field: { ...field, options: plain } as Field, rules: [] },
    {
      name: `${name}_other`,
      field: {
        ...{ type: 'text', maxLength: 200, required: true, label: copied(place, write) },
        ...(pii === undefined ? {} : { pii }),
        when: because(place, when === undefined ? chosen : `(${textOf(when)}) && ${chosen}`),
      } as Field,
      rules: [],
      holds: `The text of the option ${value} of ${name}`,
    },
  ];
}
