/** The calendar files of a site's events. */
import { createHash } from 'node:crypto';
import { type IcsEvent, icsOf } from '../../engine/calendar/event.ts';
import type { SiteDefinition } from '../../engine/definition.ts';

export interface CalendarFile {
  readonly text: string;
  /** Weak: DTSTAMP, the time of creation, is not part of the hash. */
  readonly tag: string;
}

/**
 * The calendar file of an event, created at most once per version of the site. Calendars compare two files of an event
 * by DTSTAMP, so it must not change with each request.
 * @param clock epoch milliseconds
 */
export function createCalendar(clock: () => number) {
  const filesBySite = new WeakMap<SiteDefinition, Map<string, CalendarFile>>();
  return (site: SiteDefinition, id: string, host: string): CalendarFile | null => {
    const events = site.site.calendar ?? {};
    const event = Object.hasOwn(events, id) ? (events[id] as IcsEvent) : undefined;
    if (event === undefined) return null;
    const files = filesBySite.get(site) ?? new Map<string, CalendarFile>();
    filesBySite.set(site, files);
    const cached = files.get(id);
    if (cached !== undefined) return cached;
    const content = createHash('sha256')
      .update(icsOf(id, event, host, 0))
      .digest('base64url')
      .slice(0, 22);
    const file = { text: icsOf(id, event, host, clock()), tag: `W/"${content}"` };
    files.set(id, file);
    return file;
  };
}
