import { calendarPath, googleCalendarUrl } from '../../../engine/calendar/event.ts';
import type { CalendarEntry } from '../../../schemas/generated/types.ts';
import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { Heading } from '../../parts/Heading.tsx';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockView, View } from '../../parts/view.ts';
import type { calendar as calendarRecipe } from './recipe.ts';

const c = classes<typeof calendarRecipe>('calendar');

const googleUrl = ({ title, starts, ends, details, location }: CalendarEntry, view: View): string =>
  googleCalendarUrl({
    title: view.plain(title),
    starts: view.plain(starts),
    ends: view.plain(ends),
    ...(details === undefined ? {} : { details: view.plain(details) }),
    ...(location === undefined ? {} : { location: view.plain(location) }),
  });

export const CalendarView: BlockView<'calendar'> = ({ block, view, heading = 2 }) => {
  // The loader rejects unknown events.
  const event = view.site.events?.[block.entry];
  const file = { label: block.fileLabel, to: calendarPath(block.entry, event) };
  const google = event && ({ label: block.googleLabel, to: googleUrl(event, view), newTab: true } as const);
  return (
    <Section block={block} framed>
      <div className={c('root', { toned: block.tone && 'yes' }) + toneClass(block.tone)}>
        {block.title !== undefined && (
          <Heading level={heading} size="card">
            {view.text(block.title)}
          </Heading>
        )}
        <div>
          <Buttons actions={google ? [google, file] : [file]} note={block.note} view={view} />
        </div>
      </div>
    </Section>
  );
};
CalendarView.headed = (block) => block.title !== undefined;
