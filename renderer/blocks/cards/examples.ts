import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'cards', layout: 'rows', items: [{ title: 'A clear start' }] },
  full: {
    type: 'cards',
    id: 'offer',
    tone: 'soft',
    eyebrow: 'What you get',
    title: 'What changes with a plan of your own',
    lead: 'Three parts, in the order in which a client notices them.',
    columns: 3,
    items: [
      {
        icon: 'lens',
        eyebrow: 'First',
        title: 'Clear within seconds',
        text: [{ p: 'Who visits you understands what you do, for whom and how to reach you.' }],
        items: ['A text that guides', 'Answers at hand'],
      },
      {
        icon: 'scale',
        title: 'Without promises',
        text: [{ p: ['Nothing that you would not ', { b: ['sign'] }, ': no claims, no cases of others.'] }],
        value: '$ 49.00',
      },
      {
        icon: 'calendar',
        title: 'A month in a day',
        text: [{ p: 'One morning of work lasts for the whole month.' }],
        action: { label: 'See the schedule', to: '#schedule', emphasis: 'quiet' },
      },
    ],
    note: 'Results depend on the time that you spend.',
    actions: [{ label: 'Reserve my seat', to: '#sign-up', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'cards'>;
