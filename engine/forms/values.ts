import { digitsOf } from './digits.ts';
import { applyMask } from './masks.ts';
import type { FieldDefinition, FieldType, FieldValue, Json } from './types.ts';

/** What a field type holds: one text, one yes or no, a list of texts. */
export type ValueKind = 'text' | 'flag' | 'list';

interface FieldTypeTraits {
  readonly kind: ValueKind;
  /** Cap in UTF-16 units of the trimmed text; none where the options already bound the value. */
  readonly cap?: number;
  /** Surrounding white space is not part of the value. */
  readonly trims?: true;
  /** Tabs and line breaks are part of the text. */
  readonly lines?: true;
}

const traits: { readonly [T in FieldType]: FieldTypeTraits } = {
  text: { kind: 'text', cap: 120, trims: true },
  email: { kind: 'text', cap: 254, trims: true },
  tel: { kind: 'text', cap: 32, trims: true },
  textarea: { kind: 'text', cap: 4000, trims: true, lines: true },
  // Hidden fields carry attribution from the address; a visitor cannot shorten what they cannot see.
  hidden: { kind: 'text', cap: 2048, trims: true },
  checkbox: { kind: 'flag' },
  choice: { kind: 'text' },
  choices: { kind: 'list' },
};

/** The kind of value a field holds. */
export function kindOf(field: FieldDefinition): ValueKind {
  return traits[field.type].kind;
}

/** A field's cap in UTF-16 units of the trimmed text, or nothing for a field bounded by its options. */
export function capOf(field: FieldDefinition): number | undefined {
  return field.maxLength ?? traits[field.type].cap;
}

/** Whether a field's text may hold tabs and line breaks. */
export function holdsLines(field: FieldDefinition): boolean {
  return traits[field.type].lines === true;
}

/** The value of a field that nobody filled: an empty text, false, an empty list. */
export function emptyOf(field: FieldDefinition): FieldValue {
  const empties = { text: '', flag: false, list: [] } satisfies Record<ValueKind, FieldValue>;
  return empties[kindOf(field)];
}

/** Whether a value is empty. A text is expected trimmed. */
export function isEmpty(value: FieldValue): boolean {
  return typeof value === 'boolean' ? !value : value.length === 0;
}

/**
 * One value as it is judged: absent becomes empty, a text is trimmed where its type says so. What no field can
 * hold becomes null, which every field refuses: Yup asks an object whether it is a reference by reading a property
 * of it, so an object a visitor made up must not reach it.
 */
export function normaliseValue(field: FieldDefinition, raw: unknown): FieldValue | null {
  if (raw === undefined) return emptyOf(field);
  if (typeof raw === 'string' && field.sends === 'joined') return splitChoices(raw);
  if (typeof raw === 'string') return traits[field.type].trims ? raw.trim() : raw;
  if (typeof raw === 'boolean') return raw;
  return isListOfTexts(raw) ? [...raw] : null;
}

const separator = ', ';

/** A field's value as it is posted: laid out by its mask; its digits, or its choices as one text, where the field says so. */
export function asPosted({ sends, mask }: Pick<FieldDefinition, 'sends' | 'mask'>, value: Json): Json {
  if (typeof value === 'string') {
    const text = mask === undefined ? value : applyMask(mask, value);
    return sends === 'digits' ? digitsOf(text) : text;
  }
  return sends === 'joined' && Array.isArray(value) ? value.join(separator) : value;
}

const splitChoices = (text: string): string[] => (text === '' ? [] : text.split(separator));

/** Whether a value is a list of texts and nothing else. */
export function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
