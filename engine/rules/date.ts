const parts = { DD: '(?<day>\\d{2})', MM: '(?<month>\\d{2})', YYYY: '(?<year>\\d{4})' } as const;

/** Whether a text is a date of the calendar, written as `format` says, such as `DD/MM/YYYY`. */
export function isDate(text: string, format: string): boolean {
  const pattern = format.replace(/DD|MM|YYYY|./g, (part) => parts[part as keyof typeof parts] ?? `\\${part}`);
  const { day, month, year } = new RegExp(`^${pattern}$`).exec(text)?.groups ?? {};
  // A day or a month that does not exist would be counted on into the next one. The year 0000 does not exist.
  return Number(year) > 0 && Number(day) > 0 && new Date(`${year}-${month}-${day}T00:00Z`).getUTCDate() === Number(day);
}
