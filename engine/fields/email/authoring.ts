import { type Authoring, plain } from '../kinds/authoring.ts';

export const email: Authoring<'email'> = {
  control: 'email',
  autofill: ['address'],
  typed: false,
  personal: 'email',
  define: plain('email'),
  rules: (_, { texts }) => [{ rule: 'email', message: texts.fieldEmail }],
};
