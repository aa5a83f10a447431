import type { Authoring } from '../kinds/authoring.ts';

export const tel: Authoring<'tel'> = {
  control: 'tel',
  autofill: ['telephone'],
  typed: true,
  personal: 'phone',
  define: (base) => ({
    ...base,
    type: 'tel',
    ...(base.rules.some(({ rule }) => rule === 'phone') ? { look: 'phone' } : {}),
  }),
};
