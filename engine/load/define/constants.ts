/** The constants of a site, which every expression can read: its facts, its events and the site itself. */

import type { SiteFile } from '../../../schemas/generated/types.ts';
import { type Axes, mainVariant } from '../../axes/axes.ts';
import { type AxesRules, axesAt } from '../../axes/choice.ts';
import { eventConstants, eventsType, phaseSpans, type TimedEvent } from '../../axes/phase.ts';
import { type Constants, compileTemplate, dateFormatter, dayFormat, numberSigns } from '../../expressions/index.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import { functionsOf } from '../../extensions/functions.ts';
import { momentOf } from '../../values/moment.ts';
import { moneyFormat } from '../../values/money.ts';
import { checkFacts } from '../check/facts.ts';
import type { Draft } from '../link/draft.ts';
import type { DefinitionFile, LoadOptions } from '../options.ts';
import type { Source } from '../source/source.ts';

export interface SiteConstants {
  readonly constants: Constants;
  /** The events with valid dates. */
  readonly timed: readonly TimedEvent[];
  readonly axes: Axes;
  readonly rules: AxesRules;
  /** A date among the facts is mistaken, so checks of dates would only repeat its error. */
  readonly isDateMistaken: boolean;
}

/** The constants as they are written, before facts refer to each other and events have phases. */
export function writtenConstants(site: Source<SiteFile>, extensions: Extensions): Constants {
  const { name, url, locale, currency, timeZone, facts = {} } = site.data;
  const pixel = site.data.integrations?.pixel?.id !== undefined;
  const constants = { facts, site: { name, url, locale, currency, pixel } } as NonNullable<Constants['constants']>;
  const known = { constants, functions: functionsOf(extensions), total: true };
  return {
    ...known,
    formatDate: dateFormatter(locale, timeZone),
    dayFormat: dayFormat(locale),
    signs: numberSigns(locale),
    ...moneySigns(locale, currency),
  };
}

/** How the site writes amounts; nothing for reais in Portuguese, as expressions write them without. */
function moneySigns(locale: string, currency: string): Pick<Constants, 'money'> {
  const format = currency === 'BRL' && locale === 'pt-BR' ? undefined : moneyFormat(locale, currency);
  if (format === undefined) return {};
  const { unit, before, after } = format;
  return { money: { ...numberSigns(locale), places: Math.round(Math.log10(unit)), before, after } };
}

/**
 * Checks and evaluates the facts, and sets the values that the site is folded for.
 * @param sources every file, because each may format facts in its texts
 */
export function siteConstants(
  draft: Draft,
  sources: ReadonlySet<Source<unknown>>,
  files: readonly DefinitionFile[],
  { now, axes: given }: LoadOptions,
): SiteConstants {
  const written = writtenConstants(draft.site, draft.extensions);
  const { facts, isDateMistaken } = checkFacts(draft, sources, written.formatDate);
  const timed = timedEvents(draft.site, { ...written, constants: { ...written.constants, facts } } as Constants);
  const eventIds = Object.keys(draft.site.data.calendar ?? {});
  const rules = rulesOf(draft, timed, readsPhases(draft, files) ? eventIds : []);
  const axes = givenAxes(axesAt(rules, now ?? 0), given);
  draft.axes.set(axes);
  const key = JSON.stringify([facts, eventIds]);
  const constants = draft.memo.once('site constants', draft.site, [key, draft.extensions], () => ({
    ...written,
    constants: {
      ...written.constants,
      facts,
      // Read by the unit that folds it.
      get calendar() {
        return eventConstants(eventIds, draft.axes.get('phase'));
      },
    } as NonNullable<Constants['constants']>,
    constantTypes: { calendar: eventsType(eventIds) },
  }));
  return { constants, timed, axes, rules, isDateMistaken };
}

/** How visitors get a value of each axis. @param ids the events whose phases definitions read */
function rulesOf({ site, memo }: Draft, timed: readonly TimedEvent[], ids: readonly string[]): AxesRules {
  const { locale, site: brand } = site.data;
  return memo.once('axes', site, [JSON.stringify([timed, ids])], () => ({
    phases: phaseSpans(ids, timed),
    ...{ locale, brand, locales: [], brands: [], variants: [] },
  }));
}

/** The given values, and those of the clock for what is not given. Events that the site does not have are left out. */
const givenAxes = (clock: Axes, given: Partial<Axes> = {}): Axes => ({
  ...{ ...clock, ...given, variant: given.variant ?? mainVariant },
  phase: Object.fromEntries(Object.entries(clock.phase).map(([id, phase]) => [id, given.phase?.[id] ?? phase])),
});

/** Whether definitions differ by phase. Other sites are the same in all phases. */
const readsPhases = ({ site, memo }: Draft, files: readonly DefinitionFile[]): boolean =>
  site.data.calendar !== undefined &&
  memo.each('reads phases', files, [], ({ text }) => /\bcalendar\s*[.[]/.test(text)).includes(true);

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
