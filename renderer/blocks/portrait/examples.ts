import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'portrait',
    title: 'Your teacher',
    image: 'funnel-reference/picture.svg',
    alt: 'Three circles in place of a portrait.',
  },
  full: {
    type: 'portrait',
    id: 'who',
    tone: 'dark',
    eyebrow: 'Your teacher',
    title: 'Who leads the class',
    body: [
      { p: 'Has taught since 2011, in more than 200 workshops.' },
      { p: 'Began where nearly everybody begins: with a copy of what others do.' },
    ],
    items: ['A method of her own', 'Personal answers, always'],
    quote: '“Your page speaks of you already. Does it say what you would say?”',
    image: 'funnel-reference/picture.svg',
    alt: 'Three circles in place of a portrait at a desk.',
    caption: 'An illustration.',
    actions: [{ label: 'See the method', to: '#method' }],
  },
} as const satisfies BlockExamples<'portrait'>;
