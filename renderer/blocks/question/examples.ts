import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'question', next: 'Próxima', previous: 'Anterior', finish: 'Finalizar' },
  full: {
    type: 'question',
    id: 'pergunta',
    next: 'Próxima',
    previous: 'Anterior',
    finish: 'Finalizar',
    busy: 'Processando…',
  },
} as const satisfies BlockExamples<'question'>;
