/** Normalizes raw values before validation. It is separate from `field.ts`, which every island fetches. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { plainSigns, writeNumber } from '../values/number-text.ts';
import { visibleText } from '../values/visible-text.ts';
import { emptyOf, kindOf, optionsOf, separator } from './field.ts';
import type { FieldValue, ValueKind } from './kinds/kind.ts';

/** Whether a value is empty. A text must be trimmed. */
export const isEmpty = (value: FieldValue): boolean => (typeof value === 'boolean' ? !value : value.length === 0);

type Reader = (raw: unknown, field: FieldDefinition) => FieldValue | null;

const reads: Readonly<Record<ValueKind, Reader>> = {
  // An option is matched exactly; around other texts, white space is removed.
  text: (raw, field) => (typeof raw !== 'string' ? null : optionsOf(field) === undefined ? visibleText(raw) : raw),
  flag: (raw) => (typeof raw === 'boolean' ? raw : null),
  list(raw, { submitAs }) {
    if (submitAs === 'joined' && typeof raw === 'string') return raw === '' ? [] : raw.split(separator);
    // The copy has no holes, which `every` would skip.
    const items: readonly unknown[] = Array.isArray(raw) ? [...raw] : [null];
    return items.every((item) => typeof item === 'string') ? items : null;
  },
};

/** A number as the text that a visitor types. */
const typed = ({ submitAs, number }: FieldDefinition, raw: unknown): unknown =>
  submitAs === 'number' && typeof raw === 'number'
    ? writeNumber(raw / (number?.minor ?? 1), number ?? plainSigns)
    : raw;

/**
 * Normalizes one value. An absent value is empty. A value that the field cannot hold becomes null, which every field
 * rejects: an object from a request reaches no test.
 */
export const readValue = (field: FieldDefinition, raw: unknown): FieldValue | null =>
  raw === undefined ? emptyOf(field) : reads[kindOf(field)](typed(field, raw), field);
