import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'own', word: 'prices', root: { tag: 'div', children: [{ literal: 'Em breve' }] } },
  full: {
    type: 'own',
    id: 'precos',
    tone: 'soft',
    word: 'prices',
    root: {
      tag: 'div',
      children: [
        { tag: 'heading', children: [{ text: 'Preços' }] },
        { tag: 'div', children: [{ prose: [{ p: 'Todos os planos têm suporte.' }] }] },
        { tag: 'img', image: 'prices/plans.svg', alt: '' },
        {
          tag: 'table',
          label: 'Planos',
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
                      children: [{ tag: 'a', to: '/mensal', children: [{ text: 'Mensal' }] }],
                    },
                    { tag: 'td', children: [{ text: [{ b: ['R$ 49'] }] }] },
                  ],
                },
              ],
            },
          ],
        },
        { tag: 'subheading', children: [{ literal: 'Sem fidelidade' }] },
      ],
    },
  },
} as const satisfies BlockExamples<'own'>;
