import type { CheckboxField, FieldBase } from '../../../schemas/generated/types.ts';
import { type Authoring, plain } from '../kinds/authoring.ts';

export const checkbox: Authoring<FieldBase & CheckboxField> = {
  autofill: [],
  typed: false,
  define: plain('checkbox'),
};
