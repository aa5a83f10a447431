import { showNumber } from '../../values/number-format.ts';
import { type Authoring, type FieldWords, filled } from '../kinds/authoring.ts';

/** Amounts up to this one are whole numbers in the smallest unit of every currency. */
const most = 1_000_000_000_000;

const amount = (value: number, { numbers, money: { before, after, decimals } }: FieldWords): string =>
  before + showNumber(value, numbers, decimals) + after;

export const currency: Authoring<'currency', 'text'> = {
  control: 'text',
  autofill: ['text'],
  typed: false,
  isNumber: true,
  define(base, { min = 0, max = most }, { numbers, money: { before, after, decimals } }) {
    const sign = (before + after).trim();
    return {
      ...base,
      type: 'text',
      look: 'money',
      maxLength: base.maxLength ?? 30,
      // Telephones show no minus on the keyboard of a number.
      attributes: min < 0 ? {} : { inputMode: decimals > 0 ? 'decimal' : 'numeric' },
      number: { ...numbers, decimals, min, max, minor: 10 ** decimals, ...(sign === '' ? {} : { sign }) },
      shown: { ...numbers, before: before.trim(), after: after.trim() },
    };
  },
  rules(own, words) {
    const { numbers, money, texts } = words;
    const [min, max] = [amount(own.min ?? 0, words), amount(own.max ?? most, words)];
    const example = showNumber(1234.56, numbers, money.decimals);
    return [
      { rule: 'number', message: filled(texts.fieldAmount, { example }) },
      {
        rule: 'range',
        message: filled(own.max === undefined ? texts.fieldMin : texts.fieldAmountRange, { min, max }),
      },
    ];
  },
};
