import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'split', main: [{ type: 'text', title: 'Ao lado' }], aside: [{ type: 'stage' }] },
  full: {
    type: 'split',
    id: 'colunas',
    tone: 'soft',
    firstOnPhone: 'aside',
    main: [
      {
        type: 'hero',
        eyebrow: 'Consultoria',
        title: 'Sessão Estratégica Individual',
        lead: 'Sessenta minutos por vídeo, com plano de ação.',
      },
      {
        type: 'list',
        marker: 'check',
        items: [{ text: 'Diagnóstico personalizado' }, { text: 'Plano de ação em PDF' }],
      },
    ],
    aside: [
      {
        type: 'panel',
        title: 'O que acontece depois',
        items: ['Você recebe a confirmação por e-mail', 'Escolhe o horário'],
      },
    ],
  },
} as const satisfies BlockExamples<'split'>;
