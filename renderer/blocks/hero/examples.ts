import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'hero', title: 'How visible are you?' },
  full: {
    type: 'hero',
    id: 'hero',
    eyebrow: 'Free test',
    title: ['What your page says of your work ', { i: ['before you do'] }],
    lead: 'Find out in four minutes how a client reads your page, and what to change first.',
    chips: ['4 questions', 'About 4 minutes', 'Result at once'],
    actions: [
      { label: 'Start my test', send: 'begin', emphasis: 'strong', busy: 'Preparing…' },
      { label: 'How it works', to: '#how', emphasis: 'quiet' },
    ],
    note: 'More than 200 people have taken it.',
    align: 'start',
    image: 'funnel-reference/picture.svg',
    alt: 'Three circles in place of a cover.',
    imageSize: 'small',
    fallbackImage: 'funnel-reference/fallback.svg',
  },
} as const satisfies BlockExamples<'hero'>;
