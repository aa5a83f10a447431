/** What every expression of a site can read without a visit: its facts, its events and itself. */
import type { SiteFile } from '../../../schemas/generated/types.ts';
import { type EventConstants, eventsAt, eventsType, type TimedEvent } from '../../calendar/phases.ts';
import type { Report } from '../../errors/report.ts';
import { type Constants, compileTemplate, dateFormatter, numberSigns } from '../../expressions/index.ts';
import { momentOf } from '../../values/moment.ts';
import { checkFacts } from '../check/facts.ts';
import type { Draft } from '../link/draft.ts';
import type { LoadOptions } from '../options.ts';
import type { Source } from '../source/source.ts';

export interface SiteConstants {
  readonly constants: Constants;
  /** The events whose dates can be read. */
  readonly timed: readonly TimedEvent[];
  readonly events: EventConstants;
  /** A date among the facts is mistaken, so checks of dates would only repeat its error. */
  readonly isDateMistaken: boolean;
}

/** The constants before facts refer to one another and events have phases. */
export function writtenConstants(site: Source<SiteFile>, report: Report): Constants {
  const { name, url, locale, currency, timeZone, facts = {} } = site.data;
  const pixel = site.data.integrations?.pixel?.id !== undefined;
  const constants = { facts, site: { name, url, locale, currency, pixel } } as NonNullable<Constants['constants']>;
  try {
    return { constants, formatDate: dateFormatter(locale, timeZone), signs: numberSigns(locale), total: true };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report.add('time-zone-unknown', site, site.place(['timeZone']), { zone: timeZone });
    return { constants, total: true };
  }
}

/** Checks the facts and folds them. @param sources every file, because each may have facts in its texts */
export function siteConstants(
  draft: Draft,
  sources: ReadonlySet<Source<unknown>>,
  { now, at, moments }: LoadOptions,
): SiteConstants {
  const written = writtenConstants(draft.site, draft.report);
  const { facts, isDateMistaken } = checkFacts(draft, sources, written.formatDate);
  const timed = timedEvents(draft.site, { ...written, constants: { ...written.constants, facts } } as Constants);
  const eventIds = Object.keys(draft.site.data.calendar ?? {});
  const events = eventsAt(eventIds, timed, { now, at, moments });
  const constants = {
    ...written,
    constants: { ...written.constants, facts, calendar: events },
    constantTypes: { calendar: eventsType(eventIds) },
  } as Constants;
  return { constants, timed, events, isDateMistaken };
}

/** A date that cannot be read is reported elsewhere. */
function timedEvents(site: Source<SiteFile>, constants: Constants): TimedEvent[] {
  return Object.entries(site.data.calendar ?? {}).flatMap(([id, event]) => {
    const [starts, ends] = [event.starts, event.ends].map((text) => {
      const { template } = compileTemplate(String(text), {}, constants);
      return momentOf(typeof template === 'string' ? template : '');
    });
    return starts == null || ends == null ? [] : [{ id, starts, ends, isLive: event.phase === 'auto' }];
  });
}
