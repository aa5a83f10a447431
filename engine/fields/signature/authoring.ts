import type { Authoring } from '../kinds/authoring.ts';
import { longestDrawing } from './drawing.ts';

export const signature: Authoring<'signature', 'text'> = {
  control: 'text',
  autofill: [],
  typed: false,
  personal: 'text',
  define: (base, _own, { texts }) => ({
    ...{ ...base, type: 'text', look: 'signature', maxLength: longestDrawing },
    pad: {
      empty: texts.fieldSignHere,
      drawn: texts.fieldSigned,
      clear: texts.fieldSignClear,
      name: texts.fieldSignName,
    },
  }),
  rules: (_, { texts }) => [{ rule: 'signature', message: texts.fieldSignature }],
};
