import { type Authoring, offeredRule, offering } from '../kinds/authoring.ts';

export const choice: Authoring<'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  define: offering('choice'),
  rules: offeredRule,
};
