import { type Authoring, plain } from '../kinds/authoring.ts';

export const text: Authoring<'text'> = {
  control: 'text',
  autofill: ['text', 'address', 'telephone'],
  typed: true,
  define: plain('text'),
};
