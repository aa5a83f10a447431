import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'compare',
    left: { title: 'Deixar como está', items: ['O perfil segue mudo'] },
    right: { title: 'Agir', items: ['O perfil começa a falar'] },
  },
  full: {
    type: 'compare',
    id: 'futuro',
    title: 'Daqui a doze meses',
    lead: 'Os dois caminhos começam hoje.',
    left: {
      title: 'Se nada mudar',
      items: [
        'O perfil continua a dizer menos do que você sabe',
        'A indicação segue sendo a única porta',
        'Quem tem menos prática aparece antes',
      ],
      tone: 'danger',
    },
    right: {
      title: 'Se você começar agora',
      items: [
        'Trinta dias de conteúdo prontos em um sábado',
        'Um perfil que responde antes da primeira conversa',
        'Procura de quem já entendeu o seu valor',
      ],
      tone: 'dark',
    },
    note: 'A decisão não é aparecer ou não. É quem conta a sua história.',
    actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'compare'>;
