const parts = { DD: '(?<day>\\d{2})', MM: '(?<month>\\d{2})', YYYY: '(?<year>\\d{4})' } as const;

/** Sorts after every day. */
export const endless = ':';

/** The day of the calendar that a text in a format such as `DD/MM/YYYY` is, as `YYYY-MM-DD`; null if there is none. */
export function dayOf(text: string, format: string): string | null {
  const pattern = format.replace(/DD|MM|YYYY|./g, (part) => parts[part as keyof typeof parts] ?? `\\${part}`);
  const { day, month, year } = new RegExp(`^${pattern}$`).exec(text)?.groups ?? {};
  const iso = `${year}-${month}-${day}`;
  // A day or a month that does not exist would be counted on into the next one. The year 0000 does not exist.
  const exists = Number(year) > 0 && Number(day) > 0 && new Date(`${iso}T00:00Z`).getUTCDate() === Number(day);
  return exists ? iso : null;
}

/** The days that a field allows. */
export type AllowedDays = { readonly format: string; readonly from?: string; readonly to?: string };

/** Whether a text is a day that its field allows. */
export function isDayIn(text: string, { format, from = '', to = endless }: AllowedDays): boolean {
  const day = dayOf(text, format);
  return day !== null && day >= from && day <= to;
}
