import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'panel', title: 'Sua bio' },
  full: {
    type: 'panel',
    id: 'bio',
    eyebrow: 'Pilar em foco',
    title: 'Identidade: deixe claro quem você atende',
    body: [{ p: 'Quem chega precisa entender, em segundos, a sua área e como falar com você.' }],
    items: [
      'Destaque “Sobre mim” com a sua trajetória',
      'Destaque “Áreas de atuação”',
      'Destaque “Dúvidas frequentes”',
    ],
    marker: 'cross',
    value: 'R$ 197',
    quote: '“Advogada de família em São Paulo · Oriento acordos e inventários com discrição · Agende pelo link”',
  },
} as const satisfies BlockExamples<'panel'>;
