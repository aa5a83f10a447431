import type { ChoicesField, FieldBase } from '../../../schemas/generated/types.ts';
import { type Authoring, offering } from '../kinds/authoring.ts';

export const choices: Authoring<FieldBase & ChoicesField> = {
  autofill: [],
  typed: false,
  define: offering('choices'),
};
