import { calendarPath } from '../../engine/calendar/event.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { AddRoutes } from '../http/app.ts';
import { oneHour } from '../http/caching.ts';
import { failsPrecondition } from '../http/conditions.ts';
import { createCalendar } from './calendar-files.ts';

/** The events of the site as calendar files. */
export function calendarRoutes(
  current: () => { readonly site: SiteDefinition; readonly edition: { readonly origin: string } },
): AddRoutes {
  const calendar = createCalendar(Date.now);
  const idAt = (path: string): string | undefined =>
    Object.entries(current().site.site.calendar ?? {}).find(([id, entry]) => calendarPath(id, entry) === path)?.[0];
  return ({ readNamed, notFound: missing }) =>
    readNamed(
      (path) => path.endsWith('.ics') && idAt(path) !== undefined,
      (request, response) => {
        const { site, edition } = current();
        const id = idAt(request.path) ?? '';
        const file = calendar(site, id, new URL(edition.origin).host);
        if (file === null) return missing(response);
        if (failsPrecondition(request, file.tag)) return void response.status(412).end();
        response
          .set({
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': `attachment; filename="${id}.ics"`,
            'Cache-Control': oneHour,
            ETag: file.tag,
          })
          .send(file.text);
      },
    );
}
