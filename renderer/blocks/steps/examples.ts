import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'steps', items: [{ title: 'Responda' }] },
  full: {
    type: 'steps',
    id: 'como',
    eyebrow: 'Do início ao fim',
    title: 'Como funciona',
    lead: 'Sem cadastro para começar: você responde primeiro e decide depois.',
    items: [
      { title: 'Responda quatro perguntas', text: 'Sobre o que o seu perfil mostra hoje.' },
      { title: 'Receba a sua pontuação', text: 'Com o pilar que mais pede atenção.' },
      { title: 'Comece pelo que importa', text: 'Bio, destaques e pauta para a sua área.' },
    ],
  },
} as const satisfies BlockExamples<'steps'>;
