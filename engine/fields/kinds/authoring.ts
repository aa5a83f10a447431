import type { FieldBase, OptionDefinition, PersonalData } from '../../../schemas/generated/types.ts';

/** The control groups of HTML's autocomplete tokens (WHATWG HTML, section 4.10.18.7). */
export type AutofillGroup = 'text' | 'multiline' | 'address' | 'telephone';

/** The properties in the file that not every field type has. */
export interface OwnProperties {
  readonly options: readonly OptionDefinition[] | undefined;
}

/** What the loader needs to know about a field type. */
export interface Authoring<Definition> {
  /** The groups that its control belongs to. */
  readonly autofill: readonly AutofillGroup[];
  /** Whether the visitor types into it, so that a field without rules accepts any text. */
  readonly typed: boolean;
  /** The category of personal data that the type always holds. */
  readonly personal?: PersonalData;
  /** Creates the definition of a field; null if a required property is missing from the file. */
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
