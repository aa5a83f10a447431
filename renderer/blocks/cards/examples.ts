import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'cards', layout: 'rows', items: [{ title: 'Presença com critério' }] },
  full: {
    type: 'cards',
    id: 'proposta',
    tone: 'soft',
    eyebrow: 'Proposta de valor',
    title: 'O que muda quando o método é seu',
    lead: 'Três frentes, na ordem em que um cliente as percebe.',
    columns: 3,
    items: [
      {
        icon: 'lens',
        eyebrow: 'Primeiro',
        title: 'Clareza em segundos',
        text: [{ p: 'Quem chega ao seu perfil entende o que você faz, para quem e como falar com você.' }],
        items: ['Bio que orienta', 'Destaques que respondem'],
      },
      {
        icon: 'scale',
        title: 'Dentro da ética',
        text: [{ p: ['Nada que você não ', { b: ['assinaria'] }, ': sem promessa, sem caso exposto.'] }],
        value: 'R$ 497,00',
      },
      {
        icon: 'calendar',
        title: 'Trinta dias em um',
        text: [{ p: 'Uma manhã de gravação rende o conteúdo do mês.' }],
        action: { label: 'Ver o cronograma', to: '#cronograma', emphasis: 'quiet' },
      },
    ],
    note: 'Os resultados dependem da dedicação de cada profissional.',
    actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'cards'>;
