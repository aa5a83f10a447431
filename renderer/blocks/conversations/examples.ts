import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'conversations',
    items: [{ title: 'Mary', alt: 'A message of thanks.', messages: [{ from: 'them', text: 'Thank you!' }] }],
  },
  full: {
    type: 'conversations',
    id: 'conversations',
    tone: 'soft',
    title: 'What arrives afterwards',
    lead: 'Messages like those that participants receive once their profile speaks for them.',
    separateLast: true,
    items: [
      {
        title: 'Mary · Pottery',
        alt: 'Mary says that a client had decided before she wrote.',
        messages: [
          { from: 'them', text: 'Good morning! A client read my whole profile before she wrote.', time: '09:12' },
          { from: 'me', text: 'Good news, Mary. Did she ask for the price?', time: '09:15' },
          { from: 'them', text: 'Not once. She asked when we can begin.', time: '09:16' },
        ],
      },
      {
        title: 'Paul · Bicycles',
        alt: 'Paul says that he recorded twelve videos in an afternoon.',
        messages: [
          { from: 'them', text: 'I recorded twelve videos yesterday. Alone, in the workshop.', time: '18:40' },
          { from: 'me', text: 'With the plan of the class?', time: '18:42' },
          { from: 'them', text: 'With it, and the phone on a shelf 😄', time: '18:42' },
        ],
      },
      {
        title: 'Celia · Bread',
        alt: 'Celia says that three orders came by her link.',
        messages: [
          { from: 'them', text: 'Three orders this week by the link.', time: '11:03' },
          { from: 'me', text: 'Which highlight did they see?', time: '11:05' },
          { from: 'them', text: '“How I work”. All three of them.', time: '11:09' },
        ],
      },
      {
        title: 'Andrew · Gardens',
        alt: 'Andrew says that a stranger wrote because of a post.',
        messages: [
          { from: 'them', text: 'Somebody sent me my own post: “this is my problem exactly”.', time: '15:27' },
          { from: 'me', text: 'That is what it is for.', time: '15:30' },
        ],
      },
      {
        title: 'Sylvia · Music',
        alt: 'Sylvia says that she published without discomfort.',
        messages: [
          { from: 'them', text: 'I was certain that I would have to dance.', time: '20:11' },
          { from: 'them', text: 'I published five times this month, and felt fine each time.', time: '20:12' },
          { from: 'me', text: 'What did people answer?', time: '20:14' },
          { from: 'them', text: 'That they understand at last what I do.', time: '20:15' },
        ],
      },
    ],
    note: 'The conversations are examples. Results differ.',
    actions: [{ label: 'Take part', to: '#sign-up', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'conversations'>;
