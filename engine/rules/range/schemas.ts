import { numeric } from '../numeric.ts';
import type { RuleSchemasOf } from '../schemas.ts';

/** Whether a quotient is a whole number, apart from the error of a division. */
const isStep = (steps: number): boolean => Math.abs(steps - Math.round(steps)) < 1e-6;

export const range: RuleSchemasOf<'range'> = {
  text: (text, message, _rule, field) =>
    text.test({
      message,
      // The rule `number` reports a text that is not a number.
      test: numeric(
        field,
        (read, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, step }) =>
          read === null || (read >= min && read <= max && (step === undefined || isStep((read - min) / step))),
      ),
    }),
};
