import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'actions', actions: [{ label: 'Voltar ao início', to: '/' }] },
  full: {
    type: 'actions',
    id: 'acoes',
    align: 'center',
    actions: [
      { label: 'Começar meu diagnóstico', send: 'begin', emphasis: 'strong', busy: 'Preparando…', glowAfter: 5000 },
      { label: 'Falar no WhatsApp', to: 'https://wa.me/5511', newTab: true },
      { label: 'Voltar', to: '/', emphasis: 'quiet' },
    ],
    note: 'Leva quatro minutos e não pede nenhum dado antes das respostas.',
  },
} as const satisfies BlockExamples<'actions'>;
