import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'question', next: 'Next', previous: 'Previous', finish: 'Finish' },
  full: {
    type: 'question',
    id: 'question',
    next: 'Next',
    previous: 'Previous',
    finish: 'Finish',
    notice: ['By finishing you accept the ', { a: ['privacy policy'], to: '/privacy' }, '.'],
    busy: 'Sending…',
  },
} as const satisfies BlockExamples<'question'>;
