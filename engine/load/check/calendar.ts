import type { SiteFile } from '../../../schemas/generated/types.ts';
import { calendarPath } from '../../calendar/event.ts';
import { reservedPath } from '../../paths.ts';
import { exampleMoment, momentOf } from '../../values/moment.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/**
 * Checks that each event of the site starts before it ends, and that both times have an offset.
 * @param isDateMistaken whether a date among the facts is mistaken, so that nothing is known of an event that reads one
 */
export function checkCalendar(
  draft: Draft,
  compiled: SiteFile,
  sources: Iterable<Source<unknown>>,
  { now, isDateMistaken }: { readonly now: number | undefined; readonly isDateMistaken: boolean },
): void {
  const { report, site } = draft;
  const all = [...sources];
  const paths = new Map<string, string>();
  for (const [id, event] of Object.entries(compiled.calendar ?? {})) {
    const path = calendarPath(id, event);
    const own = reservedPath(path);
    if (own !== undefined)
      report.add('route-reserved', site, site.place(['calendar', id, 'path']), { route: path, own });
    const other = paths.get(path);
    if (other !== undefined)
      report.add('route-taken', site, site.place(['calendar', id, 'path']), {
        route: path,
        other: `the file of ${other}`,
      });
    paths.set(path, id);
    if (isDateMistaken && JSON.stringify(site.data.calendar?.[id]).includes('{{')) continue;
    const [starts, ends] = (['starts', 'ends'] as const).map((key) => {
      const moment = momentOf(String(event[key]));
      if (moment === null)
        report.add('event-date', site, site.place(['calendar', id, key]), {
          written: String(event[key]),
          example: exampleMoment(site.data.timeZone),
        });
      return moment;
    });
    if (starts === undefined || starts === null || ends === undefined || ends === null) continue;
    if (ends <= starts) report.add('event-order', site, site.place(['calendar', id, 'ends']));
    else if (now !== undefined && ends < now) {
      const isRead = all.some((source) => phasesRead(draft, source).has(id));
      if (isRead && event.phase === 'auto') continue;
      report.add('event-past', site, site.place(['calendar', id], { key: true }), { event: id, isRead });
    }
  }
}

/** The events on whose phases a definition depends. */
const phasesRead = (draft: Draft, source: Source<unknown>): ReadonlySet<string> =>
  draft.memo.once('phases read', source, [], () => {
    const text = JSON.stringify(draft.contents(source).annotated.map(({ value }) => value));
    return new Set([...text.matchAll(/calendar\.([\w-]+)\.phase/g)].map(([, id = '']) => id));
  });
