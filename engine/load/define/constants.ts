/** The constants of a site, which every expression can read: its facts, its events and the site itself. */

import type { SiteFile } from '../../../schemas/generated/types.ts';
import { type EventConstants, eventsAt, eventsType, type TimedEvent } from '../../calendar/phases.ts';
import type { Report } from '../../errors/report.ts';
import { type Constants, compileTemplate, dateFormatter, dayFormat, numberSigns } from '../../expressions/index.ts';
import { momentOf } from '../../values/moment.ts';
import { moneyFormat } from '../../values/money.ts';
import { functionsOf } from '../../words/functions.ts';
import type { Words } from '../../words/words.ts';
import { checkFacts } from '../check/facts.ts';
import type { Draft } from '../link/draft.ts';
import type { LoadOptions } from '../options.ts';
import type { Source } from '../source/source.ts';
import { exampleTimeZones } from '../types/site-examples.ts';

export interface SiteConstants {
  readonly constants: Constants;
  /** The events with valid dates. */
  readonly timed: readonly TimedEvent[];
  readonly events: EventConstants;
  /** A date among the facts is mistaken, so checks of dates would only repeat its error. */
  readonly isDateMistaken: boolean;
}

/** The constants as they are written, before facts refer to each other and events have phases. */
export function writtenConstants(site: Source<SiteFile>, report: Report, words: Words): Constants {
  const { name, url, locale, currency, timeZone, facts = {} } = site.data;
  const pixel = site.data.integrations?.pixel?.id !== undefined;
  const constants = { facts, site: { name, url, locale, currency, pixel } } as NonNullable<Constants['constants']>;
  const known = { constants, functions: functionsOf(words), total: true };
  try {
    return {
      ...known,
      formatDate: dateFormatter(locale, timeZone),
      dayFormat: dayFormat(locale),
      signs: numberSigns(locale),
      ...moneySigns(locale, currency),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.add('time-zone-unknown', site, site.place(['timeZone']), {
      zone: timeZone,
      near: report.near(timeZone, Intl.supportedValuesOf('timeZone')),
      example: exampleTimeZones(site.data),
    });
    return known;
  }
}

/** How the site writes amounts; nothing for reais in Portuguese, as expressions write them without. */
function moneySigns(locale: string, currency: string): Pick<Constants, 'money'> {
  const format = currency === 'BRL' && locale === 'pt-BR' ? undefined : moneyFormat(locale, currency);
  if (format === undefined) return {};
  const { unit, before, after } = format;
  return { money: { ...numberSigns(locale), places: Math.round(Math.log10(unit)), before, after } };
}

/** Checks and evaluates the facts. @param sources every file, because each may format facts in its texts */
export function siteConstants(
  draft: Draft,
  sources: ReadonlySet<Source<unknown>>,
  { now, at, moments }: LoadOptions,
): SiteConstants {
  const written = writtenConstants(draft.site, draft.report, draft.words);
  const { facts, isDateMistaken } = checkFacts(draft, sources, written.formatDate);
  const timed = timedEvents(draft.site, { ...written, constants: { ...written.constants, facts } } as Constants);
  const eventIds = Object.keys(draft.site.data.calendar ?? {});
  const events = eventsAt(eventIds, timed, { now, at, moments });
  draft.events.set(draft.memo.once('events', draft.site, [JSON.stringify(events)], () => events));
  const key = JSON.stringify([facts, eventIds]);
  const constants = draft.memo.once('site constants', draft.site, [key, draft.words], () => ({
    ...written,
    constants: {
      ...written.constants,
      facts,
      // Read by the unit that folds it.
      get calendar() {
        return draft.events.get();
      },
    } as NonNullable<Constants['constants']>,
    constantTypes: { calendar: eventsType(eventIds) },
  }));
  return { constants, timed, events, isDateMistaken };
}

/** An invalid date is reported elsewhere. */
function timedEvents(site: Source<SiteFile>, constants: Constants): TimedEvent[] {
  return Object.entries(site.data.calendar ?? {}).flatMap(([id, event]) => {
    const [starts, ends] = [event.starts, event.ends].map((text) => {
      const { template } = compileTemplate(String(text), {}, constants);
      return momentOf(typeof template === 'string' ? template : '');
    });
    return starts == null || ends == null ? [] : [{ id, starts, ends, isLive: event.phase === 'auto' }];
  });
}
