import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'scroll-top', label: 'Back to the top' },
  full: { type: 'scroll-top', id: 'up', tone: 'accent', label: 'Back to the top', device: 'both' },
} as const satisfies BlockExamples<'scroll-top'>;
