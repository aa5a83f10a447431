import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { type PhoneValues, readPhone } from './phone.ts';

const valuesIn = (context: unknown): PhoneValues => (context as { values?: PhoneValues } | undefined)?.values ?? {};

export const phone: RuleSchemasOf<'phone'> = {
  text: (text, message, rule) =>
    text.test({
      message,
      test: (value, { options: { context } }) =>
        present((each: string) => readPhone(each, rule, valuesIn(context)) !== undefined)(value),
    }),
  keep: (value, rule, values) =>
    (typeof value === 'string' ? readPhone(value, rule, values)?.number : undefined) ?? value,
};
