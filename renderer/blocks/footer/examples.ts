import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'footer' },
  full: {
    type: 'footer',
    id: 'rodape',
    company: 'Perfil Ético Educação Digital Ltda. · CNPJ 48.215.907/0001-36 · São Paulo – SP',
    contact: [
      'Suporte: ',
      { a: ['contato@perfiletico.com.br'], to: 'mailto:contato@perfiletico.com.br' },
      ', dias úteis, das 9h às 18h',
    ],
    disclaimer:
      'Este site não é afiliado a nenhuma rede social. Os resultados apresentados não são típicos e dependem de cada profissional, da sua área e da constância do seu trabalho.',
    links: [
      { label: 'Termos de uso', to: '/termos-de-uso', newTab: true },
      { label: 'Política de privacidade', to: '/politicas-de-privacidade', newTab: true },
      { label: 'Política de reembolso', to: '/politica-de-reembolso' },
    ],
  },
} as const satisfies BlockExamples<'footer'>;
