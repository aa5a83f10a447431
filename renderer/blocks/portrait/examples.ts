import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'portrait',
    title: 'Quem conduz',
    image: 'workshop/assets/mentor.svg',
    alt: 'Retrato ilustrado da mentora.',
  },
  full: {
    type: 'portrait',
    id: 'quem',
    tone: 'dark',
    eyebrow: 'A mentora',
    title: 'Quem conduz o método',
    body: [
      { p: 'Trabalha com marketing desde 2011 e orientou mais de 200 advogados.' },
      { p: 'Começou onde quase todos começam: tentando copiar quem não tinha código de ética a seguir.' },
    ],
    items: ['Método próprio, o Perfil Ético', 'Atendimento pessoal, nunca delegado'],
    quote: '“O seu perfil já fala de você. A pergunta é se diz o que você diria.”',
    image: 'workshop/assets/mentor.svg',
    alt: 'Retrato ilustrado da mentora à mesa de trabalho.',
    caption: 'Ilustração da mentora.',
    actions: [{ label: 'Conhecer o método', to: '#metodo' }],
  },
} as const satisfies BlockExamples<'portrait'>;
