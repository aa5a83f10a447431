/**
 * Parses an ISO 8601 date-time with its offset, such as `2026-03-01T09:00:00-03:00`, to epoch milliseconds. Seconds are
 * optional; `Z` means UTC.
 * @returns null for any other text and for a day that does not exist
 */
export function momentOf(text: string): number | null {
  const found = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text);
  const day = found?.[1];
  // Date.parse reads 31 February as 3 March.
  if (day === undefined || !isDay(day)) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}

function isDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}

/** A moment as authors write it, with the offset that a time zone has then, for messages. */
export function exampleMoment(timeZone: string): string {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(Date.parse('2026-03-01T09:00:00Z'))
    .find(({ type }) => type === 'timeZoneName')?.value;
  const offset = name?.replace('GMT', '');
  return `2026-03-01T09:00:00${offset === undefined || offset === '' ? 'Z' : offset}`;
}
