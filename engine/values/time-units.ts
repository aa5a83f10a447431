/** The words for units of time. */

const units = { second: 1, minute: 60, hour: 3600 } as const;

/**
 * How many seconds the words for units of time are in a language, in small letters: `minutes` is 60.
 * @param locale a BCP 47 tag
 */
export function secondsOfUnits(locale: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const [unit, seconds] of Object.entries(units))
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
      // Languages have several plural forms.
      for (const count of [1, 2, 5, 11, 30]) {
        const word = format.formatToParts(count).find(({ type }) => type === 'unit')?.value;
        if (word !== undefined) words.set(word.toLowerCase(), seconds);
      }
    }
  return words;
}
