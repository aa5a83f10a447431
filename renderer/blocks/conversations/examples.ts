import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'conversations',
    items: [
      { title: 'Dra. Marina', alt: 'Mensagem de agradecimento.', messages: [{ from: 'them', text: 'Obrigada!' }] },
    ],
  },
  full: {
    type: 'conversations',
    id: 'conversas',
    tone: 'soft',
    title: 'O que chega depois',
    lead: 'Mensagens como as que alunos contam receber quando o perfil passa a falar por eles.',
    separateLast: true,
    items: [
      {
        title: 'Dra. Marina · Família',
        alt: 'Marina conta que uma cliente chegou já decidida pelo perfil.',
        messages: [
          {
            from: 'them',
            text: 'Bom dia! Uma cliente chegou hoje dizendo que leu meu perfil inteiro antes de marcar.',
            time: '09:12',
          },
          { from: 'me', text: 'Que notícia boa, Marina. Ela perguntou preço?', time: '09:15' },
          { from: 'them', text: 'Nem uma vez. Perguntou quando podia começar.', time: '09:16' },
        ],
      },
      {
        title: 'Dr. Paulo · Trabalhista',
        alt: 'Paulo conta que gravou doze vídeos em uma tarde.',
        messages: [
          { from: 'them', text: 'Gravei doze vídeos na tarde de ontem. Sozinho, no escritório.', time: '18:40' },
          { from: 'me', text: 'Com o roteiro da aula?', time: '18:42' },
          { from: 'them', text: 'Com ele e com o celular na estante 😄', time: '18:42' },
        ],
      },
      {
        title: 'Dra. Célia · Previdenciário',
        alt: 'Célia conta que três consultas vieram da nova bio.',
        messages: [
          { from: 'them', text: 'Três consultas esta semana vindas do link da bio.', time: '11:03' },
          { from: 'me', text: 'Qual destaque elas viram?', time: '11:05' },
          { from: 'them', text: 'O “Como atuo”. As três.', time: '11:09' },
        ],
      },
      {
        title: 'Dr. André · Empresarial',
        alt: 'André conta que um empresário o procurou pelo conteúdo.',
        messages: [
          {
            from: 'them',
            text: 'Um empresário me mandou o próprio post: “é exatamente o meu problema”.',
            time: '15:27',
          },
          { from: 'me', text: 'É para isso que ele existe.', time: '15:30' },
        ],
      },
      {
        title: 'Dra. Sílvia · Sucessões',
        alt: 'Sílvia diz que publicou sem se sentir exposta.',
        messages: [
          { from: 'them', text: 'Eu tinha certeza de que precisaria dançar.', time: '20:11' },
          { from: 'them', text: 'Publiquei cinco vezes este mês e não me senti exposta em nenhuma.', time: '20:12' },
          { from: 'me', text: 'E o que as pessoas responderam?', time: '20:14' },
          { from: 'them', text: 'Que finalmente entenderam o que eu faço.', time: '20:15' },
        ],
      },
    ],
    note: 'Conversas ilustrativas. Resultados não são típicos.',
    actions: [{ label: 'Quero participar', to: '#workshop-section', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'conversations'>;
