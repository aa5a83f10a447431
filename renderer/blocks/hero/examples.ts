import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'hero', title: 'Diagnóstico de visibilidade' },
  full: {
    type: 'hero',
    id: 'hero',
    eyebrow: 'Diagnóstico gratuito',
    title: ['O que o seu perfil diz da sua advocacia ', { i: ['antes de você dizer'] }],
    lead: 'Em quatro minutos, descubra como um cliente em potencial lê o seu perfil e por onde começar a mudança, dentro da ética da profissão.',
    chips: ['4 perguntas', 'Cerca de 4 minutos', 'Resultado na hora'],
    actions: [
      { label: 'Começar meu diagnóstico', send: 'begin', emphasis: 'strong', busy: 'Preparando…' },
      { label: 'Como funciona', to: '#como', emphasis: 'quiet' },
    ],
    note: 'Mais de 200 advogados já orientados.',
    align: 'start',
    image: 'guia/assets/capa.svg',
    alt: 'Capa do guia estratégico.',
    imageSize: 'small',
    fallbackImage: 'guia/assets/capa-reserva.svg',
  },
} as const satisfies BlockExamples<'hero'>;
