/** A value as JSON carries it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A form: its fields in the order in which they are shown and judged. */
export interface FormDefinition {
  id: string;
  /** `all` reports every failing field, `first` only the first one in field order. */
  errors: 'all' | 'first';
  /** The title of the toast that tells a `first` error; without it the error only stands at its field. */
  first?: string;
  /** What a visitor agrees to by sending the form; a proof is kept with the lead. */
  consent?: { purpose: string; mechanism: 'checkbox' | 'prechecked' | 'notice'; field?: string; text: string };
  fields: readonly FieldDefinition[];
}

export type FieldType = 'text' | 'email' | 'tel' | 'textarea' | 'checkbox' | 'choice' | 'choices' | 'hidden';

/** What a personal field holds: chooses its mask in records of a session. */
export type PersonalKind = 'name' | 'email' | 'phone' | 'text';

/** How digits are laid out. */
export interface MaskDefinition {
  /** Each holds as many digits as it has `#`; from the shortest to the longest. */
  readonly layouts: readonly string[];
  /** Digits that are dropped where only what follows them is as long as a layout; the first that fits. */
  readonly prefixes?: readonly string[];
}

export interface FieldDefinition {
  name: string;
  /** Names the field had before; a value posted under one is taken when `name` itself is absent. */
  aliases?: readonly string[];
  type: FieldType;
  label: string;
  placeholder?: string;
  hint?: string;
  autocomplete?: string;
  mask?: MaskDefinition;
  /** What is posted: the value as it stands (the default), its digits 0-9 only, or a list as one text. */
  sends?: 'text' | 'digits' | 'joined';
  pii?: PersonalKind;
  /** What the form shows at first. An absent value of a submission is never replaced by it. */
  default?: string | boolean | readonly string[];
  /** The cap in UTF-16 units of the trimmed text; without it the cap of the field's type. */
  maxLength?: number;
  options?: readonly { value: string; label: string }[];
  /** Judged in this order; only the first failure of a field is reported. */
  rules: readonly Rule[];
}

export type Rule =
  | { rule: 'required'; message: string }
  | { rule: 'minLength'; length: number; message: string }
  | { rule: 'maxLength'; length: number; message: string }
  | { rule: 'digits'; min?: number; max?: number; message: string }
  | { rule: 'email'; message: string }
  | { rule: 'accepted'; message: string }
  | { rule: 'atLeast'; count: number; message: string }
  | { rule: 'oneOf'; message: string }
  | { rule: 'pattern'; pattern: string; message: string };

export type RuleWord = Rule['rule'];
export type RuleOf<Word extends RuleWord> = Extract<Rule, { rule: Word }>;

/** What a field of a valid form holds: a text or a choice, a checkbox, a list of choices. */
export type FieldValue = string | boolean | readonly string[];

/** Texts for what no rule of the form speaks of. They come from the catalogue of visitors' texts. */
export interface FormMessages {
  /** The value is over its cap. */
  tooLong: string;
  /** The value is of another type, or holds characters that no text may hold. */
  wrongType: string;
  /** The value is not one of the field's options. */
  unknownOption: string;
  /** There are more digits than the field's mask lays out. */
  beyondMask: string;
}
