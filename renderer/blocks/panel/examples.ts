import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'panel', title: 'Your page' },
  full: {
    type: 'panel',
    id: 'page',
    eyebrow: 'What to change first',
    title: 'Say clearly whom you help',
    body: [{ p: 'Who arrives has to understand within seconds what you do and how to reach you.' }],
    items: ['A highlight “About me”', 'A highlight “What I do”', 'A highlight “Questions”'],
    marker: 'cross',
    value: '$ 197',
    quote: '“Potter in Springfield · Tableware for small restaurants · Book by the link”',
  },
} as const satisfies BlockExamples<'panel'>;
