import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'stage' },
  full: { type: 'stage', id: 'stage', tone: 'soft' },
} as const satisfies BlockExamples<'stage'>;
