import { remembered } from '../values/cache.ts';
import type { NumberSigns } from '../values/number-text.ts';

/**
 * The number separators of a locale. They are read when a definition is loaded, because a browser's data may differ
 * from the server's.
 * @param locale BCP 47, such as pt-BR
 * @throws RangeError for an unknown locale
 */
export const numberSigns: (locale: string) => NumberSigns = remembered((locale) => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1234567.8);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), point: sign('decimal') };
});
