import { holdsLines } from '../fields/bounds.ts';
import type { FieldDefinition } from './types.ts';

// A lone surrogate cannot be encoded as UTF-8, so the stored text would differ from the validated one.
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

/** Matches a text of the characters that a field can hold. */
export const charactersOf = (field: Pick<FieldDefinition, 'type'>): RegExp => (holdsLines(field) ? LINES : ONE_LINE);
