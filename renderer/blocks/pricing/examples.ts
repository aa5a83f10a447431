import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'pricing',
    plans: [
      {
        name: 'Session',
        price: '$ 197',
        items: ['A session of 60 minutes'],
        action: { label: 'Book', to: '/booking' },
      },
    ],
  },
  full: {
    type: 'pricing',
    id: 'prices',
    title: 'Choose how to take part',
    lead: 'Both plans include the whole morning. With the second one, help goes on afterwards.',
    plans: [
      {
        name: 'Standard',
        lead: 'For those who want the method and go on by themselves.',
        price: '$ 97',
        per: 'paid once',
        items: ['Four hours live and online', 'A workbook as a PDF', 'The recording for seven days'],
        action: { label: 'Reserve my seat', open: 'sign-up-standard', emphasis: 'normal' },
      },
      {
        name: 'Plus',
        badge: 'POPULAR',
        lead: 'For those who want everything recorded and reviewed.',
        price: '$ 197',
        per: 'paid once',
        items: [
          'Everything in Standard',
          'A review of your page before the class',
          'The recording for a year',
          'A group for 30 days',
        ],
        action: { label: 'Take Plus', open: 'sign-up-plus', emphasis: 'strong' },
        emphasis: 'strong',
      },
    ],
    bonuses: {
      title: 'What else is in Plus',
      lead: 'Sent as soon as you have signed up.',
      items: [
        { title: 'A guide to the first line', text: 'Templates by subject, ready to use.', value: '$ 47' },
        { title: 'A checklist for seven days', text: 'What to show, in which order and why.', value: '$ 27' },
        { title: 'E-book: what customers say', text: 'How to ask them, and what to leave out.', value: '$ 27' },
      ],
      total: ['Together worth $ 101. ', { b: ['Included in Plus.'] }],
    },
    guarantees: [
      {
        title: 'Seven days',
        text: [{ p: 'It was not what you expected? You get all of it back, without questions.' }],
      },
      {
        title: 'It works or we do',
        text: [{ p: 'Thirty days and nothing has changed? We repeat the session with you alone.' }],
      },
    ],
  },
} as const satisfies BlockExamples<'pricing'>;
