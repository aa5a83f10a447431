import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'faq', items: [{ question: 'Do I have to publish every day?', answer: [{ p: 'No.' }] }] },
  full: {
    type: 'faq',
    id: 'faq',
    title: 'Questions of those who came this far',
    items: [
      {
        question: 'Do I have to publish every day?',
        answer: [{ p: 'No. One to three times a week is enough.' }, { ul: ['A rhythm', 'A subject'] }],
      },
      {
        question: 'Does it work for my subject?',
        answer: [{ p: 'Yes. It begins with your subject and your readers.' }],
      },
      {
        question: 'Can I do it without a team?',
        answer: [{ p: [{ b: ['Yes.'] }, ' There are templates and plans.'] }],
      },
      { question: 'Does the teacher answer herself?', answer: [{ p: 'Yes, always.' }] },
    ],
  },
} as const satisfies BlockExamples<'faq'>;
