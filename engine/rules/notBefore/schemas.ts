import type { RuleSchemasOf } from '../schemas.ts';
import { isNotBefore } from './order.ts';

export const notBefore: RuleSchemasOf<'notBefore'> = {
  text: (text, message, { field }) =>
    text.test({
      message,
      test(value, { options: { context } }) {
        const { values } = (context ?? {}) as { values?: Readonly<Record<string, unknown>> };
        return isNotBefore(value, values?.[field]);
      },
    }),
};
