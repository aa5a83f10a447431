/** What a type of field means for its values. */
import type { ControlType, Field, FieldType } from '../../schemas/generated/types.ts';
import { authoring } from './generated/authoring.ts';

/** The control that a field of a file is loaded as. */
export const controlOf = ({ type }: { readonly type: FieldType }): { readonly type: ControlType } => ({
  type: authoring[type].control,
});

/** How a field of a file sends its value; undefined for the value as it is. */
export const submittedAs = ({ type, submitAs }: Pick<Field, 'type' | 'submitAs'>): Field['submitAs'] =>
  submitAs ?? (authoring[type].isNumber ? 'number' : undefined);
