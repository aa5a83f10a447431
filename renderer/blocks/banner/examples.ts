import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'banner', title: 'Saturday, 3 May' },
  full: {
    type: 'banner',
    id: 'event',
    title: 'Live workshop: Saturday, 3 May',
    items: ['9 a.m. to 1 p.m.', 'Live and online', '15 seats'],
    note: 'With a break of 30 minutes.',
    actions: [{ label: 'Reserve my seat', to: '#prices', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'banner'>;
