import { type Authoring, plain } from '../kinds/authoring.ts';

export const textarea: Authoring<'textarea'> = {
  control: 'textarea',
  autofill: ['text', 'multiline', 'address', 'telephone'],
  typed: true,
  define: plain('textarea'),
};
