import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'list', tone: 'warning', items: [{ text: 'Diagnóstico personalizado' }] },
  full: {
    type: 'list',
    id: 'entregas',
    title: 'O que você leva da sessão',
    marker: 'number',
    columns: 2,
    items: [
      { title: 'Diagnóstico personalizado', text: 'Leitura completa do seu perfil, da bio aos destaques.' },
      { title: 'Plano de ação em PDF', text: 'O que fazer primeiro, o que pode esperar e por quê.' },
      { title: 'Cinco ideias de conteúdo', text: 'Escritas para a sua área e para o seu público.' },
      { title: 'Sete dias de suporte', text: 'Por e-mail, com quem conduziu a sua sessão.' },
    ],
  },
} as const satisfies BlockExamples<'list'>;
