import type { FieldBase, TextField } from '../../../schemas/generated/types.ts';
import { type Authoring, plain } from '../kinds/authoring.ts';

export const text: Authoring<FieldBase & TextField> = {
  autofill: ['text', 'address', 'telephone'],
  typed: true,
  define: plain('text'),
};
