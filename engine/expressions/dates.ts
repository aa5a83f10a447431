import { remembered } from '../values/cache.ts';
import type { DayPart } from './answers.ts';
import { dateStyles } from './catalogue.ts';
import type { FormatDate } from './code.ts';
import { ExpressionError } from './error.ts';

type Style = (typeof dateStyles)[number];

/** A style in which a day is written, as data that browsers evaluate without their own names of months. */
export type DayFormat = (style: string) => readonly DayPart[];

const options: Record<Style, Intl.DateTimeFormatOptions> = {
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  dayMonth: { day: 'numeric', month: 'long' },
  weekday: { weekday: 'long' },
  month: { month: 'long' },
  year: { year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
};

const written = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[-+]\d\d:\d\d)?)?$/;

/**
 * Creates a date formatter for the `date` function from Intl's data for the locale. It is passed to `compileExpression`
 * and `evaluate`, so that the language itself does not depend on the installed ICU data.
 * A date without an offset is local time in the site's zone and is shown as written. A date with an offset is an
 * instant and is shown in `timeZone`.
 * @param locale BCP 47, such as pt-BR
 * @param timeZone IANA, such as America/Sao_Paulo
 * @throws RangeError for an unknown locale or zone. The formatter throws ExpressionError `bad-date`
 */
export const dateFormatter: (locale: string, timeZone: string) => FormatDate = remembered((locale, timeZone) => {
  const format = (zone: string) =>
    new Map<string, Intl.DateTimeFormat>(
      dateStyles.map((style) => [style, new Intl.DateTimeFormat(locale, { ...options[style], timeZone: zone })]),
    );
  const wall = format('UTC');
  const instant = format(timeZone);
  return (iso, style) => {
    const [, day = '', clock = '00:00', seconds = '00', offset] = written.exec(iso) ?? [];
    const onWall = new Date(`${day}T${clock}:${seconds}Z`);
    // JavaScript reads 30 February as 2 March.
    if (Number.isNaN(onWall.getTime()) || onWall.toISOString().slice(0, 10) !== day) {
      throw new ExpressionError('bad-date', `${iso} is not a date`);
    }
    const shown = (offset ? instant : wall).get(style);
    if (!shown) throw new ExpressionError('bad-date', `unknown date style ${style}`);
    return shown.format(offset ? new Date(`${day}T${clock}:${seconds}${offset}`) : onWall);
  };
});

const count = (length: number, text: (index: number) => string): string[] =>
  Array.from({ length }, (_, index) => text(index));

/**
 * Creates the formats of days of a locale from Intl's data, for `date` over an answer: the server and every browser then show the
 * same text.
 * @throws RangeError for an unknown locale
 */
export const dayFormat: (locale: string) => DayFormat = remembered((locale) => (style) => {
  const format = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { ...options[style as Style], timeZone: 'UTC' });
  const partsOn = (month: number, day: number) => format.formatToParts(Date.UTC(2023, month, day));
  const textOn = (month: number, day: number, unit: string) =>
    partsOn(month, day).find(({ type }) => type === unit)?.value ?? '';
  return partsOn(0, 1).map(({ type, value }): DayPart => {
    if (type === 'year') return ['year'];
    // The first of January 2023 was a Sunday.
    if (type === 'weekday') return [type, count(7, (day) => textOn(0, day + 1, type))];
    if (type !== 'month' && type !== 'day') return value;
    if (/^\d+$/.test(value)) return value.length === 1 ? [type, []] : [type];
    return [
      type,
      [
        '',
        ...count(type === 'month' ? 12 : 31, (at) =>
          type === 'month' ? textOn(at, 1, type) : textOn(0, at + 1, type),
        ),
      ],
    ];
  });
});
