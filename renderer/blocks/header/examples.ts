import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'header' },
  full: {
    type: 'header',
    id: 'topo',
    sticky: true,
    action: { label: 'Garantir vaga', open: 'inscricao', emphasis: 'strong' },
    links: [
      { label: 'Sessão Estratégica', to: '#sessao' },
      { label: 'Resultados', to: '#resultados' },
      { label: 'Termos de uso', to: '/termos-de-uso', newTab: true },
    ],
    menu: {
      label: 'Menu',
      links: [
        { label: 'Perfil Ideal', to: '#beneficios' },
        { label: 'Autoridade Digital', to: '#emjogo' },
        { label: 'Método', to: '#metodo' },
        { label: 'Sessão Estratégica', to: '#sessao' },
      ],
    },
  },
} as const satisfies BlockExamples<'header'>;
