/** From raw values to those that are validated. Apart from `field.ts`, which every island fetches. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { emptyOf, kindOf, optionsOf, separator } from './field.ts';
import type { FieldValue, ValueKind } from './kinds/kind.ts';

/** Whether a value is empty. A text is expected trimmed. */
export const isEmpty = (value: FieldValue): boolean => (typeof value === 'boolean' ? !value : value.length === 0);

type Read = (raw: unknown, field: FieldDefinition) => FieldValue | null;

const reads: Readonly<Record<ValueKind, Read>> = {
  // An option is chosen as it is written; around other texts white space does not count.
  text: (raw, field) => (typeof raw !== 'string' ? null : optionsOf(field) === undefined ? raw.trim() : raw),
  flag: (raw) => (typeof raw === 'boolean' ? raw : null),
  list(raw, { submitAs }) {
    if (submitAs === 'joined' && typeof raw === 'string') return raw === '' ? [] : raw.split(separator);
    // A copy has no holes, which `every` would pass over.
    const items: readonly unknown[] = Array.isArray(raw) ? [...raw] : [null];
    return items.every((item) => typeof item === 'string') ? items : null;
  },
};

/**
 * One value as it is validated. An absent value is empty. What the field cannot hold is null, which every field refuses:
 * Yup reads a property of an object to learn whether it is a reference, so an object from a request must not reach it.
 */
export const readValue = (field: FieldDefinition, raw: unknown): FieldValue | null =>
  raw === undefined ? emptyOf(field) : reads[kindOf(field)](raw, field);
