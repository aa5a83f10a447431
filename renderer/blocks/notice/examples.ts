import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'notice', body: [{ p: 'Vagas limitadas por mês.' }] },
  full: {
    type: 'notice',
    id: 'aviso',
    tone: 'warning',
    title: 'Não é para quem está começando',
    body: [{ p: [{ b: ['Três anos de prática'] }, ' é o mínimo para aproveitar o método.'] }],
  },
} as const satisfies BlockExamples<'notice'>;
