import { numeric } from '../numeric.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const number: RuleSchemasOf<'number'> = {
  text: (text, message, _rule, field) =>
    text.test({
      message,
      test: numeric(field, (read, { decimals }) => read !== null && Number(read.toFixed(decimals)) === read),
    }),
};
