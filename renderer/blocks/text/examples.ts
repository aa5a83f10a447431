import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'text', title: 'Page not found' },
  full: {
    type: 'text',
    id: 'dilemma',
    eyebrow: 'The dilemma',
    title: ['Work that ', { i: ['nobody sees'] }, ' brings no requests'],
    body: [
      {
        p: 'Those with years of practice are often the last ones to be found. Not because they have nothing to say, but because they care: for their clients, for their subject and for their name.',
      },
      { p: ['The method begins with this care. ', { b: ['No dances, no promises.'] }] },
      { ul: ['Clear words for what you do', 'A rhythm that fits your week'] },
    ],
    align: 'start',
  },
} as const satisfies BlockExamples<'text'>;
