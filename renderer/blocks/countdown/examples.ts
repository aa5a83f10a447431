import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'countdown',
    until: '2025-05-03T09:00:00-03:00',
    labels: { days: 'Days', hours: 'Hours', minutes: 'Min', seconds: 'Sec' },
  },
  full: {
    type: 'countdown',
    id: 'countdown',
    title: 'The workshop begins in',
    until: '2025-05-03T09:00:00-03:00',
    untilText: '3 May 2025, 9 a.m., local time',
    size: 'small',
    labels: { days: 'Days', hours: 'Hours', minutes: 'Min', seconds: 'Sec' },
    note: 'Then the class is closed.',
  },
} as const satisfies BlockExamples<'countdown'>;
