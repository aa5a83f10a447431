import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'sticky', actions: [{ label: 'Book a session', to: '#session', emphasis: 'strong' }] },
  full: {
    type: 'sticky',
    id: 'bar',
    tone: 'dark',
    text: 'A session of 60 minutes, by video',
    actions: [{ label: 'Book a session', open: 'session', emphasis: 'strong' }],
    device: 'both',
  },
} as const satisfies BlockExamples<'sticky'>;
