import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'footer' },
  full: {
    type: 'footer',
    id: 'bottom',
    company: 'Acme Ltd. · No. 123 456 · 1 Main Street, Springfield',
    contact: ['Help: ', { a: ['help@example.com'], to: 'mailto:help@example.com' }, ', on weekdays from 9 to 18'],
    disclaimer:
      'This site belongs to no social network. The results are not typical: they depend on each person, on the subject and on the time that is spent on it.',
    links: [
      { label: 'Terms of use', to: '/terms', newTab: true },
      { label: 'Privacy policy', to: '/privacy', newTab: true },
      { label: 'Refunds', to: '/refunds' },
    ],
  },
} as const satisfies BlockExamples<'footer'>;
