import { type Authoring, plain } from '../kinds/authoring.ts';

export const tel: Authoring<'tel'> = {
  control: 'tel',
  autofill: ['telephone'],
  typed: true,
  personal: 'phone',
  define: plain('tel'),
};
