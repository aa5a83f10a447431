import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'prose', title: 'Termos de uso', sections: [{ title: 'Objeto', body: [{ p: 'Um parágrafo.' }] }] },
  full: {
    type: 'prose',
    id: 'termos',
    title: 'Termos de uso',
    updated: 'Última atualização: 1º de abril de 2025',
    lead: 'Ao usar este site, você concorda com os termos abaixo. Leia com calma; escrevemos para que se entenda.',
    numbered: true,
    contents: 'Nesta página',
    back: { label: 'Voltar ao início', to: '/' },
    sections: [
      {
        id: 'objeto',
        title: 'Objeto e aceitação',
        body: [
          {
            p: 'Estes termos regem o uso do site e dos serviços oferecidos por ele. O acesso implica a aceitação integral das condições aqui descritas, sem prejuízo dos direitos do consumidor.',
          },
          {
            ul: [
              'Serviços de orientação e consultoria',
              'Materiais gratuitos e diagnósticos',
              'Comunicações por e-mail e WhatsApp',
            ],
          },
        ],
      },
      {
        title: 'Cadastro e dados',
        body: [
          {
            p: [
              'Os dados são tratados conforme a ',
              { a: ['política de privacidade'], to: '/politicas-de-privacidade' },
              '.',
            ],
          },
        ],
      },
      {
        title: 'Legislação aplicável',
        body: [{ p: 'Aplica-se a legislação brasileira. Fica eleito o foro da comarca de São Paulo – SP.' }],
      },
    ],
  },
} as const satisfies BlockExamples<'prose'>;
