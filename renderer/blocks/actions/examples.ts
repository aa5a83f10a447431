import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'actions', actions: [{ label: 'Back to the start', to: '/' }] },
  full: {
    type: 'actions',
    id: 'actions',
    align: 'center',
    actions: [
      { label: 'Start my test', send: 'begin', emphasis: 'strong', busy: 'Preparing…', glowAfter: 5000 },
      { label: 'Write to us', to: 'https://wa.me/5511', newTab: true },
      { label: 'Back', to: '/', emphasis: 'quiet' },
    ],
    note: 'It takes four minutes and asks for no data before the answers.',
  },
} as const satisfies BlockExamples<'actions'>;
