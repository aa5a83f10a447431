import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'compare',
    left: { title: 'Leave it', items: ['The page stays silent'] },
    right: { title: 'Begin', items: ['The page begins to speak'] },
  },
  full: {
    type: 'compare',
    id: 'future',
    title: 'Twelve months from now',
    lead: 'Both ways begin today.',
    left: {
      title: 'If nothing changes',
      items: [
        'The page says less than you know',
        'A recommendation stays the only way to you',
        'Others with less practice are found first',
      ],
      tone: 'danger',
    },
    right: {
      title: 'If you begin now',
      items: [
        'Content for thirty days after one Saturday',
        'A page that answers before the first message',
        'Requests of people who know what you do',
      ],
      tone: 'dark',
    },
    note: 'The question is not whether you are seen, but who tells your story.',
    actions: [{ label: 'Reserve my seat', to: '#sign-up', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'compare'>;
