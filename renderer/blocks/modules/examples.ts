import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'modules', items: [{ title: 'Preparation' }] },
  full: {
    type: 'modules',
    id: 'content',
    title: 'What happens in the workshop',
    lead: 'Four modules, at the end of which everything is recorded.',
    items: [
      {
        eyebrow: 'Module 1',
        title: 'A text that is read quickly',
        text: [{ p: 'Who you are, what you offer and what you promise.' }],
        items: ['A map of your subjects', 'What to leave out'],
      },
      {
        eyebrow: 'Module 2',
        title: 'A studio in a corner',
        text: [{ p: 'Light, sound and framing with what you have.' }],
      },
      {
        eyebrow: 'Module 3',
        title: 'Scripts that lead on',
        text: [{ p: 'Three structures for what you do.' }],
      },
      {
        eyebrow: 'Module 4',
        title: 'One recording after the other',
        text: [{ p: 'Content for thirty days in one go.' }],
      },
    ],
    schedule: {
      title: 'The morning, hour by hour',
      items: [
        { time: '9:00 – 10:30', title: 'Preparation', text: 'Subjects, scripts and scenery.' },
        { time: '10:30 – 11:00', title: 'A break' },
        { time: '11:00 – 13:00', title: 'Recording', text: 'You record, with help at hand.' },
      ],
      note: 'Local time, live and online.',
    },
    actions: [{ label: 'Reserve my seat', to: '#sign-up', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'modules'>;
