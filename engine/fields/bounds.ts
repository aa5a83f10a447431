/** The limits on the values of every control. A missing control is a type error. */
import type { ControlType, FieldDefinition } from '../../schemas/generated/types.ts';
import { checkbox } from './checkbox/bounds.ts';
import { choice } from './choice/bounds.ts';
import { choices } from './choices/bounds.ts';
import { email } from './email/bounds.ts';
import { hidden } from './hidden/bounds.ts';
import type { Bounds } from './kinds/bounds.ts';
import { tel } from './tel/bounds.ts';
import { text } from './text/bounds.ts';
import { textarea } from './textarea/bounds.ts';

const bounds: { readonly [T in ControlType]: Bounds } = {
  text,
  email,
  tel,
  textarea,
  checkbox,
  choice,
  choices,
  hidden,
};

/** The maximum length of a field's trimmed text in UTF-16 units; undefined for a field limited by its options. */
export const capOf = ({ type, maxLength }: Pick<FieldDefinition, 'type' | 'maxLength'>): number | undefined =>
  maxLength ?? bounds[type].cap;

/** Whether a field's text may contain tabs and line breaks. */
export const holdsLines = ({ type }: Pick<FieldDefinition, 'type'>): boolean => bounds[type].lines === true;
