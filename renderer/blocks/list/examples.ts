import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'list', tone: 'warning', items: [{ text: 'A test of your page' }] },
  full: {
    type: 'list',
    id: 'results',
    title: 'What you take with you',
    marker: 'number',
    columns: 2,
    items: [
      { title: 'A test of your page', text: 'All of it, from the first line to the last picture.' },
      { title: 'A plan as a PDF', text: 'What to do first, what can wait, and why.' },
      { title: 'Five ideas for posts', text: 'Written for your subject and your readers.' },
      { title: 'Seven days of help', text: 'By e-mail, from the person who led your session.' },
    ],
  },
} as const satisfies BlockExamples<'list'>;
