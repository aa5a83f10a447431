import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'testimonials',
    items: [
      {
        name: 'Mary Cole',
        role: 'Pottery',
        quote: '“I like my profile again.”',
        label: 'Watch',
        provider: 'youtube',
        videoId: 'abc123',
      },
    ],
  },
  full: {
    type: 'testimonials',
    id: 'testimonials',
    tone: 'dark',
    title: 'Who has been here',
    lead: 'Two accounts, as they were given.',
    items: [
      {
        name: 'Mary Cole',
        role: 'Pottery · Springfield',
        quote: '“I recorded 42 videos in two hours, and I like my profile again.”',
        label: 'Watch what Mary says',
        provider: 'youtube',
        videoId: 'abc123',
        poster: 'funnel-reference/picture.svg',
      },
      {
        name: 'Paul Sims',
        role: 'Bicycles · Riverside',
        quote: '“For the first time somebody came who knew what I do.”',
        label: 'Watch what Paul says',
        provider: 'vimeo',
        videoId: '987654',
        poster: 'funnel-reference/picture.svg',
      },
    ],
    stats: [
      { value: '200+', label: 'workshops' },
      { value: '$ 25 m', label: 'in orders of participants' },
      { value: '97%', label: 'would come again' },
    ],
    note: 'The figures are those of the teacher; results differ.',
    actions: [{ label: 'Reserve my seat', to: '#sign-up', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'testimonials'>;
