import type { FieldBase, TelField } from '../../../schemas/generated/types.ts';
import { type Authoring, plain } from '../kinds/authoring.ts';

export const tel: Authoring<FieldBase & TelField> = {
  autofill: ['telephone'],
  typed: true,
  personal: 'phone',
  define: plain('tel'),
};
