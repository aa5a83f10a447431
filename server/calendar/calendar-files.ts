/** The calendar files of a site's events. */
import { createHash } from 'node:crypto';
import { type IcsEvent, icsOf } from '../../engine/calendar/event.ts';
import type { SiteDefinition } from '../../engine/definition.ts';

export interface CalendarFile {
  readonly text: string;
  /** Weak: DTSTAMP, the time the file was made, is not part of it. */
  readonly tag: string;
}

/**
 * The file of an event, made at most once for each version of the site: DTSTAMP tells a calendar which of two files is
 * newer, so it may not change with each request.
 * @param clock epoch milliseconds
 */
export function createCalendar(clock: () => number) {
  const made = new WeakMap<SiteDefinition, Map<string, CalendarFile>>();
  return (site: SiteDefinition, id: string, host: string): CalendarFile | null => {
    const events = site.site.events ?? {};
    const event = Object.hasOwn(events, id) ? (events[id] as IcsEvent) : undefined;
    if (event === undefined) return null;
    const files = made.get(site) ?? new Map<string, CalendarFile>();
    made.set(site, files);
    const known = files.get(id);
    if (known !== undefined) return known;
    const content = createHash('sha256')
      .update(icsOf(id, event, host, 0))
      .digest('base64url')
      .slice(0, 22);
    const file = { text: icsOf(id, event, host, clock()), tag: `W/"${content}"` };
    files.set(id, file);
    return file;
  };
}
