import { plainSigns } from '../../values/number-text.ts';
import type { Authoring } from '../kinds/authoring.ts';
import { shownBy } from '../slider/authoring.ts';

/** How many decimals a computed number has, unless the file says otherwise. */
export const usualDecimals = 2;

export const computed: Authoring<'computed', 'text'> = {
  control: 'text',
  autofill: [],
  typed: false,
  define(base, own, words) {
    const { value, unit, decimals, visible = true } = own;
    if (value === undefined) return null;
    const places = decimals ?? (unit === 'currency' ? words.money.decimals : usualDecimals);
    const minor = unit === 'currency' ? { minor: 10 ** words.money.decimals } : {};
    return {
      ...base,
      type: 'text',
      look: 'computed',
      ...(value.isNumber ? { submitAs: 'number', number: { ...plainSigns, decimals: places, ...minor } } : {}),
      ...(visible ? { shown: shownBy(own, words) } : {}),
    };
  },
  // It is never reported.
  rules: ({ value }) =>
    value === undefined ? [] : [{ rule: 'computed', code: value.code, reads: value.reads, message: '' }],
};
