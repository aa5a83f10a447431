import type { FieldBase, OptionDefinition, PersonalData } from '../../../schemas/generated/types.ts';

/** The control groups of HTML's autocomplete tokens (WHATWG HTML, section 4.10.18.7). */
export type AutofillGroup = 'text' | 'multiline' | 'address' | 'telephone';

/** What the file has beside the properties that every field has. */
export interface OwnProperties {
  readonly options: readonly OptionDefinition[] | undefined;
}

/** What the loader needs to know of a field type. */
export interface Authoring<Definition> {
  /** The groups that its control belongs to. */
  readonly autofill: readonly AutofillGroup[];
  /** The visitor types into it, so that a field without rules takes anything. */
  readonly typed: boolean;
  /** The personal data that it holds by its type alone. */
  readonly personal?: PersonalData;
  /** Makes the definition of a field; null when the file lacks what the type requires. */
  define(base: FieldBase, own: OwnProperties): Definition | null;
}

/** Defines a field that has no properties of its own. */
export const plain =
  <Type extends string>(type: Type) =>
  (base: FieldBase): FieldBase & { readonly type: Type } => ({ ...base, type });

/** Defines a field whose values are its options. */
export const offering =
  <Type extends string>(type: Type) =>
  (
    base: FieldBase,
    { options }: OwnProperties,
  ): (FieldBase & { type: Type; options: readonly OptionDefinition[] }) | null =>
    options === undefined ? null : { ...base, type, options };
