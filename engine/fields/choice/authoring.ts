import type { ChoiceField, FieldBase } from '../../../schemas/generated/types.ts';
import { type Authoring, offering } from '../kinds/authoring.ts';

export const choice: Authoring<FieldBase & ChoiceField> = {
  autofill: [],
  typed: false,
  define: offering('choice'),
};
