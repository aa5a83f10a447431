import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'banner', title: 'Sábado, 3 de maio de 2025' },
  full: {
    type: 'banner',
    id: 'evento',
    title: 'Workshop ao vivo: sábado, 3 de maio de 2025',
    items: ['9h às 13h, horário de Brasília', 'Ao vivo pelo Zoom', '15 advogados por turma'],
    note: 'Com intervalo de 30 minutos para o café.',
    actions: [{ label: 'Garantir minha vaga', to: '#investimento', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'banner'>;
