import type { FieldBase } from '../../../schemas/generated/types.ts';

/** A field's value in a valid form: a text, a boolean or a list of texts. */
export type FieldValue = string | boolean | readonly string[];
export type ValueKind = 'text' | 'flag' | 'list';

/** The fields of a posted form, with the interface of `FormData` and `URLSearchParams`. */
export interface PostedFields {
  has(name: string): boolean;
  get(name: string): unknown;
  getAll(name: string): readonly unknown[];
}

/** How a field sends its value. */
export type Sending = Pick<FieldBase, 'submitAs' | 'mask' | 'number'>;

/** What fields of one kind of value have in common, in browser and server. */
export interface Kind {
  readonly kind: ValueKind;
  /** The value of an empty field. */
  readonly empty: FieldValue;
  /** Reads a field of a form that a browser posted without JavaScript. */
  readPosted(fields: PostedFields, name: string): Exclude<FieldValue, readonly string[]> | string[];
}
