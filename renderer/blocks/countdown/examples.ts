import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'countdown',
    until: '2025-05-03T09:00:00-03:00',
    labels: { days: 'Dias', hours: 'Horas', minutes: 'Min', seconds: 'Seg' },
  },
  full: {
    type: 'countdown',
    id: 'contagem',
    title: 'O workshop começa em',
    until: '2025-05-03T09:00:00-03:00',
    untilText: '3 de maio de 2025, às 9h, horário de Brasília',
    size: 'small',
    labels: { days: 'Dias', hours: 'Horas', minutes: 'Min', seconds: 'Seg' },
    note: 'Depois desse horário, a turma é fechada.',
  },
} as const satisfies BlockExamples<'countdown'>;
