import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'sticky', actions: [{ label: 'Agendar Sessão Estratégica', to: '#sessao', emphasis: 'strong' }] },
  full: {
    type: 'sticky',
    id: 'barra',
    tone: 'dark',
    text: 'Sessão individual de 60 minutos, por vídeo',
    actions: [{ label: 'Agendar Sessão Estratégica', open: 'sessao', emphasis: 'strong' }],
    device: 'both',
  },
} as const satisfies BlockExamples<'sticky'>;
