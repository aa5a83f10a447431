import { type Authoring, numbered } from '../kinds/authoring.ts';

/** The Net Promoter Score: from 0 to 10. */
export const nps: Authoring<'nps', 'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define: (base, { ends }, { texts }) => ({
    ...base,
    type: 'choice',
    look: 'scale',
    options: numbered(0, 10),
    ends: ends ?? [texts.fieldUnlikely, texts.fieldLikely],
  }),
};
