/** Times in a site's zone. */
import { momentOf } from '../../engine/values/moment.ts';

const minute = 60_000;
// Zones change their offset at multiples of a quarter of an hour.
const quarter = 15 * minute;

export interface ZonedTimes {
  /** A time in ISO 8601 with milliseconds and the zone's offset: `2026-03-01T09:00:00.000-03:00`. */
  format(at: number): string;
  /**
   * The beginning of a day (`2026-03-01`) in the zone, or a moment with its offset, in epoch milliseconds; null for
   * other texts.
   */
  startOf(text: string): number | null;
  /** The end of a day in the zone, or a moment; null for other texts. */
  endOf(text: string): number | null;
}

/** @param zone an IANA time zone */
export function zonedTimes(zone: string): ZonedTimes {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const read = (at: number): number => {
    const name = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute;
  };
  // Records come in the order of their times, so one entry is enough.
  let last = { at: Number.NaN, offset: 0 };
  const offsetAt = (at: number): number => {
    const from = Math.floor(at / quarter);
    if (last.at !== from) last = { at: from, offset: read(at) };
    return last.offset;
  };
  const midnight = (day: string, days: number): number | null => {
    if (momentOf(`${day}T00:00Z`) === null) return null;
    const local = Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * minute;
    // The offset of the result is only known after a first guess.
    const guess = local - offsetAt(local);
    return local - offsetAt(guess);
  };
  return {
    format(at) {
      const offset = offsetAt(at);
      const minutes = Math.abs(offset) / minute;
      const two = (value: number): string => String(value).padStart(2, '0');
      const suffix = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      return new Date(at + offset).toISOString().replace('Z', suffix);
    },
    startOf: (text) => midnight(text, 0) ?? momentOf(text),
    endOf: (text) => midnight(text, 1) ?? momentOf(text),
  };
}
