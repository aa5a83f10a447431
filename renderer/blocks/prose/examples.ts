import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'prose', title: 'Terms of use', sections: [{ title: 'Subject', body: [{ p: 'A paragraph.' }] }] },
  full: {
    type: 'prose',
    id: 'terms',
    title: 'Terms of use',
    updated: 'Last change: 1 April',
    lead: 'When you use this site, you accept the terms below. Take your time; they are written to be understood.',
    numbered: true,
    contents: 'On this page',
    back: { label: 'Back to the start', to: '/' },
    sections: [
      {
        id: 'subject',
        title: 'Subject and acceptance',
        body: [
          {
            p: 'These terms apply to the use of the site and of the services that it offers. Who uses the site accepts all of them; the rights of consumers stay as they are.',
          },
          { ul: ['Advice and classes', 'Free material and tests', 'Messages by e-mail'] },
        ],
      },
      {
        title: 'Sign-up and data',
        body: [{ p: ['Data is handled as the ', { a: ['privacy policy'], to: '/privacy' }, ' says.'] }],
      },
      {
        title: 'Applicable law',
        body: [{ p: 'The law of the place where the company has its seat applies.' }],
      },
    ],
  },
} as const satisfies BlockExamples<'prose'>;
