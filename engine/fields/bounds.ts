/** Every field type, with what bounds its values. A type missing here does not compile. */
import type { Field, FieldType } from '../../schemas/generated/types.ts';
import { checkbox } from './checkbox/bounds.ts';
import { choice } from './choice/bounds.ts';
import { choices } from './choices/bounds.ts';
import { email } from './email/bounds.ts';
import { hidden } from './hidden/bounds.ts';
import type { Bounds } from './kinds/bounds.ts';
import { tel } from './tel/bounds.ts';
import { text } from './text/bounds.ts';
import { textarea } from './textarea/bounds.ts';

const bounds: { readonly [T in FieldType]: Bounds } = { text, email, tel, textarea, checkbox, choice, choices, hidden };

/** The most UTF-16 units of a field's trimmed text; undefined for a field bounded by its options. */
export const capOf = ({ type, maxLength }: Pick<Field, 'type' | 'maxLength'>): number | undefined =>
  maxLength ?? bounds[type].cap;

/** Whether a field's text may hold tabs and line breaks. */
export const holdsLines = ({ type }: Pick<Field, 'type'>): boolean => bounds[type].lines === true;
