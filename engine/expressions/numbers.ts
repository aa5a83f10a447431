/** The signs with which a locale writes numbers. */
export interface NumberSigns {
  /** Between groups of three digits; empty where the locale does not group. */
  readonly group: string;
  /** Before the decimal places. */
  readonly point: string;
}

/**
 * The number signs of a locale, read once when a definition is loaded: a browser's own data may differ from the server's.
 * @param locale BCP 47, such as pt-BR
 * @throws RangeError for an unknown locale
 */
export function numberSigns(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1234567.8);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), point: sign('decimal') };
}
