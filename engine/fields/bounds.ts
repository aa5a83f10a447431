/** The limits on the values of fields. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { fieldBounds } from './generated/bounds.ts';

/** The maximum length of a field's trimmed text in UTF-16 units; undefined for a field limited by its options. */
export const capOf = ({ type, maxLength }: Pick<FieldDefinition, 'type' | 'maxLength'>): number | undefined =>
  maxLength ?? fieldBounds[type].cap;

/** Whether a field's text may contain tabs and line breaks. */
export const holdsLines = ({ type }: Pick<FieldDefinition, 'type'>): boolean => fieldBounds[type].lines === true;
