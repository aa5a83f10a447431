import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'form', submit: 'Send' },
  full: {
    type: 'form',
    id: 'sign-up',
    title: 'Where do we send your result?',
    lead: 'We use your data only to send the result and to speak with you about it.',
    submit: 'See my result',
    back: 'Back',
    busy: 'Sending…',
    notice: ['By sending you accept the ', { a: ['privacy policy'], to: '/privacy' }, '.'],
  },
} as const satisfies BlockExamples<'form'>;
