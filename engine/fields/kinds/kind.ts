import type { FieldBase } from '../../../schemas/generated/types.ts';

/** What a field of a valid form holds: a text, a tick, a list of texts. */
export type FieldValue = string | boolean | readonly string[];
export type ValueKind = 'text' | 'flag' | 'list';

/** The fields of a posted form, as `FormData` and `URLSearchParams` have them. */
export interface PostedFields {
  has(name: string): boolean;
  get(name: string): unknown;
  getAll(name: string): readonly unknown[];
}

/** How a field sends its value. */
export type Sending = Pick<FieldBase, 'submitAs' | 'mask'>;

/** What fields of one kind of value have in common, in browser and server. */
export interface Kind {
  readonly kind: ValueKind;
  /** The value of a field that nobody filled in. */
  readonly empty: FieldValue;
  /** Reads a field of a form that a browser posted without JavaScript. */
  readPosted(fields: PostedFields, name: string): Exclude<FieldValue, readonly string[]> | string[];
}
