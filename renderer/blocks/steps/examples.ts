import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'steps', items: [{ title: 'Answer' }] },
  full: {
    type: 'steps',
    id: 'how',
    eyebrow: 'From start to end',
    title: 'How it works',
    lead: 'Nothing to sign up for: you answer first and decide later.',
    items: [
      { title: 'Answer four questions', text: 'About your garden as it is.' },
      { title: 'Get your score', text: 'With the bed that needs you most.' },
      { title: 'Begin where it matters', text: 'Soil, seeds and a plan for the month.' },
    ],
  },
} as const satisfies BlockExamples<'steps'>;
