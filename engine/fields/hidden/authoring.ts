import { type Authoring, plain } from '../kinds/authoring.ts';

export const hidden: Authoring<'hidden'> = {
  control: 'hidden',
  autofill: [],
  typed: false,
  define: plain('hidden'),
};
