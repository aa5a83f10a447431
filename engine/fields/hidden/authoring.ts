import type { FieldBase, HiddenField } from '../../../schemas/generated/types.ts';
import { type Authoring, plain } from '../kinds/authoring.ts';

export const hidden: Authoring<FieldBase & HiddenField> = {
  autofill: [],
  typed: false,
  define: plain('hidden'),
};
