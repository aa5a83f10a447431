/** The fields of the entries of a group that repeats, in the words of its form. */
import type { Field } from '../../../schemas/generated/types.ts';
import type { DataPath } from '../source/source.ts';

/** A group that repeats with its fields written out like those of its form. Any other field stays as it is. */
export const withEntries = (
  field: Field,
  path: DataPath,
  write: (name: string, field: Field, path: DataPath) => readonly (readonly [name: string, field: unknown])[],
): Field =>
  field.fields === undefined
    ? field
    : ({
        ...field,
        fields: Object.fromEntries(
          Object.entries(field.fields).flatMap(([name, each]) => write(name, each, [...path, 'fields', name])),
        ),
      } as Field);
