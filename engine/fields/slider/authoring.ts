import { showNumber } from '../../values/number-format.ts';
import { plainSigns } from '../../values/number-text.ts';
import { type Authoring, type FieldWords, filled, type OwnProperties } from '../kinds/authoring.ts';

/** The range of a slider, unless the file has another one. */
export const sliderRange = { min: 0, max: 100, step: 1 } as const;

/** How the site writes the values of a field with a `unit`. */
export function shownBy({ unit }: OwnProperties, { numbers, money }: FieldWords) {
  if (unit === 'currency') return { ...numbers, before: money.before, after: money.after };
  // A sign such as % follows the number without a space.
  const after = unit === undefined ? '' : /^\p{L}/u.test(unit) ? `\u00a0${unit}` : unit;
  return { ...numbers, before: '', after };
}

export const slider: Authoring<'slider', 'text'> = {
  control: 'text',
  autofill: [],
  typed: false,
  isNumber: true,
  define(base, own, words) {
    const { min, max, step } = { ...sliderRange, ...own };
    return {
      ...base,
      type: 'text',
      look: 'slider',
      // The control always has a value.
      default: base.default ?? String(min),
      attributes: { type: 'range', min, max, step },
      // The control writes its number in no language.
      number: { ...plainSigns, decimals: 2, min, max, step },
      shown: shownBy(own, words),
      ...(own.ends === undefined ? {} : { ends: own.ends }),
    };
  },
  rules(own, words) {
    const { min, max } = { ...sliderRange, ...own };
    const signs = shownBy(own, words);
    const [low, high] = [min, max].map((end) => signs.before + showNumber(end, signs) + signs.after);
    const message = filled(words.texts.fieldAmountRange, { min: low ?? '', max: high ?? '' });
    return [
      { rule: 'number', message },
      { rule: 'range', message },
    ];
  },
};
