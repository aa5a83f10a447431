import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'modules', items: [{ title: 'Preparação' }] },
  full: {
    type: 'modules',
    id: 'conteudo',
    title: 'O que acontece na manhã do workshop',
    lead: 'Quatro módulos que terminam com o conteúdo gravado.',
    items: [
      {
        eyebrow: 'Módulo 1',
        title: 'Posicionamento que se lê rápido',
        text: [{ p: 'A bio, os destaques e a promessa que cabe na ética.' }],
        items: ['Mapa de temas da sua área', 'O que nunca publicar'],
      },
      {
        eyebrow: 'Módulo 2',
        title: 'Estúdio no escritório',
        text: [{ p: 'Luz, som e enquadramento com o que você tem.' }],
      },
      {
        eyebrow: 'Módulo 3',
        title: 'Roteiros que convertem',
        text: [{ p: 'Três estruturas para falar do que você faz.' }],
      },
      {
        eyebrow: 'Módulo 4',
        title: 'Gravação em lote',
        text: [{ p: 'Trinta dias de conteúdo, um atrás do outro.' }],
      },
    ],
    schedule: {
      title: 'A manhã, hora a hora',
      items: [
        { time: '9h – 10h30', title: 'Preparação', text: 'Temas, roteiros e cenário.' },
        { time: '10h30 – 11h', title: 'Pausa para o café' },
        { time: '11h – 13h', title: 'Produção em lote', text: 'Você grava com acompanhamento.' },
      ],
      note: 'Horário de Brasília, ao vivo pelo Zoom.',
    },
    actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'modules'>;
