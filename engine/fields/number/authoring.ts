import { writeNumber } from '../../values/number-text.ts';
import { optional } from '../../values/pick.ts';
import { type Authoring, filled, type OwnProperties } from '../kinds/authoring.ts';

/** The catalogue's text for a range, by which of its ends are given; null without a range. */
const rangeText = ({ min, max }: OwnProperties) =>
  min === undefined ? (max === undefined ? null : 'fieldMax') : max === undefined ? 'fieldMin' : 'fieldRange';

export const number: Authoring<'number', 'text'> = {
  control: 'text',
  autofill: ['text'],
  typed: false,
  isNumber: true,
  // Not `type=number`: its wheel and arrows change a value by accident, and it hides invalid input.
  define: (base, own, { numbers }) => ({
    ...base,
    type: 'text',
    maxLength: base.maxLength ?? 24,
    // Telephones show no minus on the keyboard of a number.
    attributes: (own.min ?? -1) < 0 ? {} : { inputMode: (own.decimals ?? 0) > 0 ? 'decimal' : 'numeric' },
    number: { ...numbers, decimals: own.decimals ?? 0, ...optional(own, 'min', 'max') },
  }),
  rules(own, { texts, numbers }) {
    const { min = 0, max = 0, decimals = 0 } = own;
    const range = rangeText(own);
    const ends = { min: writeNumber(min, numbers), max: writeNumber(max, numbers) };
    return [
      { rule: 'number', message: filled(decimals > 0 ? texts.fieldDecimals : texts.fieldNumber, { decimals }) },
      ...(range === null ? [] : [{ rule: 'range', message: filled(texts[range], ends) } as const]),
    ];
  },
};
