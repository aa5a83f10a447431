import { describe, expect, test } from 'vitest';
import { calendarPath, googleCalendarUrl, icsOf } from '../../../engine/calendar/event.ts';
import { momentOf } from '../../../engine/values/moment.ts';

const event = {
  title: 'Workshop: posição, ética; método \\ prática',
  starts: '2025-05-03T09:00:00-03:00',
  ends: '2025-05-03T18:30:00-03:00',
  details: 'Ao vivo.\nTraga o seu perfil; anote tudo.',
  location: 'Zoom',
};
const summary = 'Workshop: posição\\, ética\\; método \\\\ prática';
const at = Date.parse('2025-04-01T12:00:00Z');
const ics = () => icsOf('workshop', event, 'example.com.br', at);
const bytes = (line: string) => new TextEncoder().encode(line).length;
/** The content lines, unfolded as by a calendar (RFC 5545, 3.1). */
const unfolded = (text: string) => text.replace(/\r\n /g, '').split('\r\n').slice(0, -1);

describe('an iCalendar file', () => {
  test('contains the event in UTC, with escaped texts and its own UID', () => {
    expect(unfolded(ics())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//example.com.br//funnel//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:workshop@example.com.br',
      'DTSTAMP:20250401T120000Z',
      'DTSTART:20250503T120000Z',
      'DTEND:20250503T213000Z',
      `SUMMARY:${summary}`,
      'DESCRIPTION:Ao vivo.\\nTraga o seu perfil\\; anote tudo.',
      'LOCATION:Zoom',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });
  test('omits missing values', () => {
    const { details: _d, location: _l, ...bare } = event;
    expect(unfolded(icsOf('x', bare, 'h', at)).slice(-3)).toEqual([
      `SUMMARY:${summary}`,
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
    expect([...new URL(googleCalendarUrl(bare)).searchParams.keys()]).toEqual(['action', 'text', 'dates']);
  });
  test.each([
    ['accents', 'ção '.repeat(80)],
    ['four-byte signs', '📅'.repeat(90)],
    ['one long word', 'a'.repeat(400)],
    [
      'characters at the borders of one, two, three and four bytes',
      '\u007f\u0080\u07ff\u0800\uffff\u{10000}'.slice(1).repeat(40),
    ],
    ['just one line', 'a'.repeat(75 - 'SUMMARY:'.length)],
  ])('folds %s at 75 octets, never within a character, and loses nothing', (_, title) => {
    const text = icsOf('x', { ...event, title }, 'h', at);
    const lines = text.split('\r\n');
    for (const line of lines) expect(bytes(line)).toBeLessThanOrEqual(75);
    // As long as possible: the first character of the next line would not fit.
    lines.slice(0, -1).forEach((line, index) => {
      const next = lines[index + 1] as string;
      if (next.startsWith(' ')) expect(bytes(line + ([...next][1] as string))).toBeGreaterThan(75);
    });
    expect(text).not.toMatch(/[^\r]\n|\ufffd/);
    expect(unfolded(text)).toContain(`SUMMARY:${title}`);
  });
  test('control characters cannot begin another line', () => {
    const text = icsOf('x', { ...event, title: 'a\r\nATTENDEE:b\u0000\u001bc' }, 'h', at);
    expect(unfolded(text)).toContain('SUMMARY:a\\nATTENDEE:bc');
  });
  test.each([
    ['a\nb', 'a\\nb'],
    ['a\rb', 'a\\nb'],
    ['a\n\rb', 'a\\n\\nb'],
    ['a\tb', 'a\tb'],
    ['a\u0008\u000b\u001f\u007fb', 'ab'],
    ['a\u0020\u0080b', 'a\u0020\u0080b'],
  ])('writes %j as %j', (title, written) => {
    expect(unfolded(icsOf('x', { ...event, title }, 'h', at))).toContain(`SUMMARY:${written}`);
  });
  test('has a path: its own, else one of its id', () => {
    expect(calendarPath('workshop')).toBe('/workshop.ics');
    expect(calendarPath('workshop', {})).toBe('/workshop.ics');
    expect(calendarPath('workshop', { path: '/agenda.ics' })).toBe('/agenda.ics');
  });
  test('requires valid moments', () => {
    expect(() => icsOf('x', { ...event, starts: 'tomorrow' }, 'h', at)).toThrow('tomorrow is not a date');
  });
});

test('the link to Google Calendar requires valid moments', () => {
  expect(() => googleCalendarUrl({ ...event, ends: '2025-05-03' })).toThrow(RangeError);
});

test('the link to Google Calendar contains the event', () => {
  const url = new URL(googleCalendarUrl(event));
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: event.title,
    dates: '20250503T120000Z/20250503T213000Z',
    details: event.details,
    location: 'Zoom',
  });
});

describe('moments', () => {
  test.each([
    ['2025-05-03T09:00:00-03:00', '2025-05-03T12:00:00.000Z'],
    ['2025-05-03T09:00Z', '2025-05-03T09:00:00.000Z'],
    ['2024-02-29T23:59:59+05:30', '2024-02-29T18:29:59.000Z'],
  ])('%s', (text, wanted) => {
    expect(new Date(momentOf(text) ?? 0).toISOString()).toBe(wanted);
  });
  test.each([
    '2025-05-03',
    '2025-05-03T09:00:00',
    '2025-02-30T09:00:00Z',
    '2025-13-01T09:00:00Z',
    '2025-05-03T24:00:00Z',
    '2025-05-03T09:00:00-0300',
    '3 May 2025',
  ])('invalid: %s', (text) => {
    expect(momentOf(text)).toBeNull();
  });
});
