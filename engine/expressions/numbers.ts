import { remembered } from '../values/remembered.ts';

/** The separators of a locale's numbers. */
export interface NumberSigns {
  /** Separates groups of three digits; empty if the locale does not group. */
  readonly group: string;
  /** Precedes the decimal places. */
  readonly point: string;
}

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
