/** The rules that few forms have. Browsers fetch them only for those. A rule that no list has is a type error. */
import type { FieldDefinition } from '../../schemas/generated/types.ts';
import { optionsOf } from '../fields/field.ts';
import { readNumber } from '../values/written-number.ts';
import type { computedRules } from './computed.ts';
import { dayOf, endless } from './date.ts';
import type { phoneRules } from './phone.ts';
import { present } from './present.ts';
import type { BuiltInRule, commonRules, RuleTable } from './schemas.ts';
import { isWebAddress } from './url.ts';

type More = Exclude<BuiltInRule, keyof typeof commonRules | keyof typeof phoneRules | keyof typeof computedRules>;

/** A test of the number that a text is, for a field of that type. */
const numeric = (
  { number }: FieldDefinition,
  holds: (read: number | null, format: NonNullable<FieldDefinition['number']>) => boolean,
) => present((value: string) => number === undefined || holds(readNumber(value, number), number));

const isDay = (value: unknown): value is string => typeof value === 'string' && dayOf(value, 'YYYY-MM-DD') !== null;

/** Whether a quotient is a whole number, apart from the error of a division. */
const isStep = (steps: number): boolean => Math.abs(steps - Math.round(steps)) < 1e-6;

export const moreRules: RuleTable<More> = {
  atMost: {
    list: (list, message, { count }) =>
      list.test({ message, test: present((items: readonly string[]) => items.length <= count) }),
  },
  date: {
    text(text, message, { format, from = '', to = endless }) {
      const fits = (value: string): boolean => {
        const day = dayOf(value, format);
        return day !== null && day >= from && day <= to;
      };
      return text.test({ message, test: present(fits) });
    },
  },
  number: {
    text: (text, message, _rule, field) =>
      text.test({
        message,
        test: numeric(field, (read, { decimals }) => read !== null && Number(read.toFixed(decimals)) === read),
      }),
  },
  range: {
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
  },
  ranked: {
    list: (list, message, _rule, field) =>
      list.test({ message, test: present((items: readonly string[]) => items.length === optionsOf(field)?.length) }),
  },
  exclusive: {
    list: (list, message, _rule, field) => {
      const isExclusive = (item: string) =>
        optionsOf(field)?.some(({ value, exclusive }) => exclusive && value === item) === true;
      return list.test({
        message,
        test: present((items: readonly string[]) => items.length < 2 || !items.some(isExclusive)),
      });
    },
  },
  notBefore: {
    text: (text, message, { field }) =>
      text.test({
        message,
        test(value, { options: { context } }) {
          const first = (context as { values?: Readonly<Record<string, unknown>> } | undefined)?.values?.[field];
          // The rule `date` reports a text that is no day.
          return !isDay(value) || !isDay(first) || value >= first;
        },
      }),
  },
  url: { text: (text, message) => text.test({ message, test: present(isWebAddress) }) },
};
