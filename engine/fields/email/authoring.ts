import type { EmailField, FieldBase } from '../../../schemas/generated/types.ts';
import { type Authoring, plain } from '../kinds/authoring.ts';

export const email: Authoring<FieldBase & EmailField> = {
  autofill: ['address'],
  typed: true,
  personal: 'email',
  define: plain('email'),
};
