import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'extension', extension: 'prices', root: { tag: 'div', children: [{ literal: 'Soon' }] } },
  full: {
    type: 'extension',
    id: 'prices',
    tone: 'soft',
    extension: 'prices',
    root: {
      tag: 'div',
      children: [
        { tag: 'heading', children: [{ text: 'Prices' }] },
        { tag: 'div', children: [{ prose: [{ p: 'All plans include help.' }] }] },
        { tag: 'img', image: 'prices/plans.svg', alt: '' },
        {
          tag: 'table',
          label: 'Plans',
          children: [
            {
              tag: 'tbody',
              children: [
                {
                  tag: 'tr',
                  children: [
                    {
                      tag: 'th',
                      attributes: { scope: 'row' },
                      children: [{ tag: 'a', to: '/monthly', children: [{ text: 'Monthly' }] }],
                    },
                    { tag: 'td', children: [{ text: [{ b: ['$ 49'] }] }] },
                  ],
                },
              ],
            },
          ],
        },
        { tag: 'subheading', children: [{ literal: 'Cancel at any time' }] },
      ],
    },
  },
} as const satisfies BlockExamples<'extension'>;
