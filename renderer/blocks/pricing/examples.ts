import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'pricing',
    plans: [
      {
        name: 'Consultoria',
        price: 'R$ 197',
        items: ['Sessão individual de 60 minutos'],
        action: { label: 'Agendar', to: '/agendamento' },
      },
    ],
  },
  full: {
    type: 'pricing',
    id: 'investimento',
    title: 'Escolha como quer participar',
    lead: 'As duas opções dão acesso à manhã inteira ao vivo. A VIP acompanha você depois dela.',
    plans: [
      {
        name: 'Standard',
        lead: 'Para quem quer o método e prefere seguir por conta própria.',
        price: 'R$ 97',
        per: 'pagamento único, em até 10 vezes',
        items: ['Quatro horas ao vivo pelo Zoom', 'Caderno de roteiros em PDF', 'Gravação por sete dias'],
        action: { label: 'Garantir minha vaga', open: 'inscricao-standard', emphasis: 'normal' },
      },
      {
        name: 'VIP',
        badge: 'RECOMENDADO',
        lead: 'Para quem quer sair com os trinta dias gravados e revisados.',
        price: 'R$ 197',
        per: 'pagamento único, em até 10 vezes',
        items: [
          'Tudo do Standard',
          'Análise do seu perfil antes do encontro',
          'Gravação por um ano',
          'Grupo de acompanhamento por 30 dias',
        ],
        action: { label: 'Quero acesso VIP', open: 'inscricao-vip', emphasis: 'strong' },
        emphasis: 'strong',
      },
    ],
    bonuses: {
      title: 'Bônus de quem escolhe o VIP',
      lead: 'Entregues na área de membros assim que a inscrição é confirmada.',
      items: [
        {
          title: 'Guia da bio que gera procura',
          text: 'Modelos por área, prontos para adaptar.',
          value: 'R$ 147',
        },
        { title: 'Checklist de stories para 7 dias', text: 'O que mostrar, em que ordem e por quê.', value: 'R$ 97' },
        {
          title: 'E-book: depoimentos dentro da ética',
          text: 'O que a OAB permite e como pedir.',
          value: 'R$ 127',
        },
      ],
      total: ['Somados, valem R$ 371. ', { b: ['Para o VIP, nada a mais.'] }],
    },
    guarantees: [
      {
        title: 'Garantia de sete dias',
        text: [{ p: 'Participou e não era o que esperava? Devolvemos o valor inteiro, sem perguntas.' }],
      },
      {
        title: 'Garantia de aplicação',
        text: [{ p: 'Aplicou por trinta dias e nada mudou? Fazemos com você uma sessão individual de ajuste.' }],
      },
    ],
  },
} as const satisfies BlockExamples<'pricing'>;
