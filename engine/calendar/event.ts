/** An event for a visitor's calendar: as an iCalendar file (RFC 5545) and as a prefilled Google Calendar link. */

import { momentOf } from '../values/moment.ts';

export interface IcsEvent {
  readonly title: string;
  /** ISO 8601 date-time with an offset. */
  readonly starts: string;
  /** ISO 8601 date-time with an offset. */
  readonly ends: string;
  readonly details?: string;
  readonly location?: string;
}

/** The path of an event's calendar file. */
export const calendarPath = (id: string, { path }: { readonly path?: string } = {}): string => path ?? `/${id}.ics`;

/**
 * The text of an iCalendar file with one event. The same event always has the same UID, so that a calendar that imports
 * it twice stores it once.
 * @param id the event's id
 * @param host host of the site, which makes the UID globally unique
 * @param at time of creation, epoch milliseconds
 * @throws RangeError if a date of the event is invalid
 */
export function icsOf(id: string, event: IcsEvent, host: string, at: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(host)}//funnel//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${utc(at)}`,
    `DTSTART:${utc(parsed(event.starts))}`,
    `DTEND:${utc(parsed(event.ends))}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.details === undefined ? [] : [`DESCRIPTION:${escapeText(event.details)}`]),
    ...(event.location === undefined ? [] : [`LOCATION:${escapeText(event.location)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/**
 * The Google Calendar address that opens a prefilled event.
 * @throws RangeError if a date of the event is invalid
 */
export function googleCalendarUrl(event: IcsEvent): string {
  const parameters = {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${utc(parsed(event.starts))}/${utc(parsed(event.ends))}`,
    details: event.details,
    location: event.location,
  };
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `https://calendar.google.com/calendar/render?${query.join('&')}`;
}

function parsed(text: string): number {
  const moment = momentOf(text);
  if (moment === null) throw new RangeError(`${text} is not a date and time with an offset.`);
  return moment;
}

/** `20260301T120000Z`, the UTC form of RFC 5545, 3.3.5. */
const utc = (moment: number): string => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * RFC 5545, 3.3.11: escapes backslash, semicolon and comma, writes a line break as `\n` and removes other control
 * characters.
 */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** The maximum length of a line in octets (RFC 5545, 3.1). */
const mostOctets = 75;

/** Folds a content line at 75 octets, never inside a character. Each continuation starts with a space, which counts. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const sign of line) {
    const point = sign.codePointAt(0) ?? 0;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (octets + size > mostOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += sign;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
