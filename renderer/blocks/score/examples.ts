import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'score', value: ['$', 'score'], label: 'Your score', goodFrom: 70, fairFrom: 40 },
  full: {
    type: 'score',
    id: 'score',
    value: ['$', 'score'],
    label: 'Your score',
    goodFrom: 70,
    fairFrom: 40,
    eyebrow: 'Middle level',
    title: 'Good soil, little water',
    text: 'Your plants grow well, but they need water more often.',
    duration: 1500,
  },
} as const satisfies BlockExamples<'score'>;
