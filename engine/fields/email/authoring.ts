import { type Authoring, plain } from '../kinds/authoring.ts';

export const email: Authoring<'email'> = {
  control: 'email',
  autofill: ['address'],
  typed: true,
  personal: 'email',
  define: plain('email'),
};
