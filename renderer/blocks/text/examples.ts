import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'text', title: 'Página não encontrada' },
  full: {
    type: 'text',
    id: 'dilema',
    eyebrow: 'O dilema',
    title: ['Experiência que ', { i: ['ninguém vê'] }, ' não gera procura'],
    body: [
      {
        p: 'Quem tem anos de prática costuma ser o último a aparecer. Não por falta do que dizer, mas por cuidado: com o sigilo, com a ética e com a própria imagem.',
      },
      { p: ['O método parte desse cuidado. ', { b: ['Nada de dancinha, nada de promessa.'] }] },
      { ul: ['Clareza do que você faz', 'Constância que cabe na rotina'] },
    ],
    align: 'start',
  },
} as const satisfies BlockExamples<'text'>;
