import { dayOf } from '../date/day.ts';
import type { RuleSchemasOf } from '../schemas.ts';

const isDay = (value: unknown): value is string => typeof value === 'string' && dayOf(value, 'YYYY-MM-DD') !== null;

export const notBefore: RuleSchemasOf<'notBefore'> = {
  text: (text, message, { field }) =>
    text.test({
      message,
      test(value, { options: { context } }) {
        const first = (context as { values?: Readonly<Record<string, unknown>> } | undefined)?.values?.[field];
        // The rule `date` reports a text that is no day.
        return !isDay(value) || !isDay(first) || value >= first;
      },
    }),
};
