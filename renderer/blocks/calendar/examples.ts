import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'calendar', entry: 'workshop', googleLabel: 'Google Calendar', fileLabel: 'Another calendar' },
  full: {
    type: 'calendar',
    id: 'calendar',
    title: 'Keep the morning free',
    entry: 'workshop',
    googleLabel: 'Add to Google Calendar',
    fileLabel: 'Download for another calendar (.ics)',
    note: 'Outlook, Apple Calendar and most others open the file.',
  },
} as const satisfies BlockExamples<'calendar'>;
