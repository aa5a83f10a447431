import type { Field } from '../../../schemas/generated/types.ts';
import { filled } from '../../fields/kinds/authoring.ts';

/** A field of an entry of a group that repeats. */
export interface InRow extends Field {
  readonly row?: {
    readonly of: string;
    /** The place of the entry, from 0. */
    readonly index: number;
    /** The name of the field in the group. */
    readonly name: string;
    /** Whether the field has a condition of its own. */
    readonly conditional: boolean;
  };
}

/** A field with the name, the place and the rules that it has when it is written out. */
export interface WrittenOut {
  readonly name: string;
  readonly field: Field;
  /** Rules of the engine, after the author's own. */
  readonly rules: readonly unknown[];
  /** What is stored under a name that the author has not written: `The last day of stay`. */
  readonly holds?: string;
}

/**
 * The label of a part of a field.
 * @param pattern a text with `label`, and the part under another name; the part alone where `label` is undefined
 */
export function labelOfPart(
  pattern: string,
  label: string | undefined,
  part: Readonly<Record<string, string>>,
): string {
  if (label !== undefined) return filled(pattern, { label, ...part });
  const [own = ''] = Object.values(part);
  return own.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
