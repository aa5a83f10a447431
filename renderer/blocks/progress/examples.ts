import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'progress', label: 'Progress of the test' },
  full: {
    type: 'progress',
    id: 'progress',
    label: 'Progress of the test',
    caption: ['Question ', { v: ['$', 'step'] }, ' of ', { v: ['$', 'steps'] }],
    from: 75,
    to: 100,
    after: 500,
  },
} as const satisfies BlockExamples<'progress'>;
