import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'split', main: [{ type: 'text', title: 'Beside it' }], aside: [{ type: 'stage' }] },
  full: {
    type: 'split',
    id: 'columns',
    tone: 'soft',
    firstOnPhone: 'aside',
    main: [
      {
        type: 'hero',
        eyebrow: 'Advice',
        title: 'A session for you alone',
        lead: 'Sixty minutes by video, with a plan at the end.',
      },
      {
        type: 'list',
        marker: 'check',
        items: [{ text: 'A look at your garden' }, { text: 'A plan as a PDF' }],
      },
    ],
    aside: [
      {
        type: 'panel',
        title: 'What happens next',
        items: ['You get an e-mail', 'You choose a time'],
      },
    ],
  },
} as const satisfies BlockExamples<'split'>;
