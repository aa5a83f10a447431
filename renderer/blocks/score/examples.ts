import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'score', value: ['$', 'score'], label: 'Sua visibilidade', goodFrom: 70, fairFrom: 40 },
  full: {
    type: 'score',
    id: 'nota',
    value: ['$', 'score'],
    label: 'Sua visibilidade',
    goodFrom: 70,
    fairFrom: 40,
    eyebrow: 'Nível intermediário',
    title: 'Há presença, falta direção',
    text: 'O seu perfil já comunica seriedade, mas quem chega ainda não sabe por que deve procurar você.',
    duration: 1500,
  },
} as const satisfies BlockExamples<'score'>;
