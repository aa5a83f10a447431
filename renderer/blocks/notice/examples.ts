import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'notice', body: [{ p: 'Few seats are left.' }] },
  full: {
    type: 'notice',
    id: 'notice',
    tone: 'warning',
    title: 'Not for beginners',
    body: [{ p: [{ b: ['Three years of practice'] }, ' are the least that the class needs.'] }],
  },
} as const satisfies BlockExamples<'notice'>;
