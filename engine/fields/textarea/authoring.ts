import type { FieldBase, TextareaField } from '../../../schemas/generated/types.ts';
import { type Authoring, plain } from '../kinds/authoring.ts';

export const textarea: Authoring<FieldBase & TextareaField> = {
  autofill: ['text', 'multiline', 'address', 'telephone'],
  typed: true,
  define: plain('textarea'),
};
