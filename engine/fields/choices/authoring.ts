import { type Authoring, offering } from '../kinds/authoring.ts';

export const choices: Authoring<'choices'> = {
  control: 'choices',
  autofill: [],
  typed: false,
  define: offering('choices'),
};
