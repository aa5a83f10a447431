import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'faq', items: [{ question: 'Preciso aparecer todos os dias?', answer: [{ p: 'Não.' }] }] },
  full: {
    type: 'faq',
    id: 'faq',
    title: 'Dúvidas de quem chegou até aqui',
    items: [
      {
        question: 'Preciso aparecer todos os dias?',
        answer: [
          { p: 'Não. Em geral, de uma a três publicações por semana bastam.' },
          { ul: ['Constância', 'Clareza'] },
        ],
      },
      {
        question: 'Funciona para a minha área?',
        answer: [{ p: 'Sim. O método parte da sua área e do seu público.' }],
      },
      {
        question: 'Consigo fazer sem equipe?',
        answer: [{ p: [{ b: ['Sim.'] }, ' Há modelos e roteiros prontos.'] }],
      },
      { question: 'A mentora atende pessoalmente?', answer: [{ p: 'Sim, sempre. O atendimento nunca é delegado.' }] },
    ],
  },
} as const satisfies BlockExamples<'faq'>;
