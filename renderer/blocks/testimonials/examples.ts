import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'testimonials',
    items: [
      {
        name: 'Marina Couto',
        role: 'Família',
        quote: '“Voltei a gostar do meu perfil.”',
        label: 'Assistir',
        provider: 'youtube',
        videoId: 'abc123',
      },
    ],
  },
  full: {
    type: 'testimonials',
    id: 'depoimentos',
    tone: 'dark',
    title: 'Quem já passou por aqui',
    lead: 'Dois relatos, sem edição de conveniência.',
    items: [
      {
        name: 'Dra. Marina Couto',
        role: 'Direito de família · São Paulo',
        quote: '“Gravei 42 vídeos em duas horas e voltei a gostar do meu perfil.”',
        label: 'Assistir ao relato de Marina',
        provider: 'youtube',
        videoId: 'abc123',
        poster: 'workshop/assets/poster-1.jpg',
      },
      {
        name: 'Dr. Paulo Siqueira',
        role: 'Direito do trabalho · Recife',
        quote: '“Pela primeira vez alguém chegou sabendo o que eu faço.”',
        label: 'Assistir ao relato de Paulo',
        provider: 'vimeo',
        videoId: '987654',
        poster: 'workshop/assets/poster-2.jpg',
      },
    ],
    stats: [
      { value: '200+', label: 'advogados orientados' },
      { value: 'R$ 25 mi', label: 'em contratos de clientes da mentoria' },
      { value: '97%', label: 'de satisfação' },
    ],
    note: 'Números informados pela mentora; resultados não são típicos.',
    actions: [{ label: 'Garantir minha vaga', to: '#workshop-section', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'testimonials'>;
