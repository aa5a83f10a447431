import type { SiteFile } from '../../../schemas/generated/types.ts';
import { momentOf } from '../../calendar/moment.ts';
import type { Draft } from '../link/draft.ts';

/** Checks that the events of the site have a beginning and an end in this order, both with their offset. */
export function checkCalendar({ report, site }: Draft, compiled: SiteFile, now: number | undefined): void {
  for (const [id, event] of Object.entries(compiled.events ?? {})) {
    const [starts, ends] = (['starts', 'ends'] as const).map((key) => {
      const moment = momentOf(String(event[key]));
      if (moment === null)
        report.add('event-moment', site, site.place(['events', id, key]), { written: String(event[key]) });
      return moment;
    });
    if (starts === undefined || starts === null || ends === undefined || ends === null) continue;
    if (ends <= starts) report.add('event-order', site, site.place(['events', id, 'ends']));
    else if (now !== undefined && ends < now)
      report.add('event-past', site, site.place(['events', id], { key: true }), { event: id });
  }
}
