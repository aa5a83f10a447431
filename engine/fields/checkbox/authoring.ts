import { type Authoring, plain } from '../kinds/authoring.ts';

export const checkbox: Authoring<'checkbox'> = {
  control: 'checkbox',
  autofill: [],
  typed: false,
  define: plain('checkbox'),
};
