import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'stats', items: [{ value: '200+', label: 'advogados orientados' }] },
  full: {
    type: 'stats',
    id: 'numeros',
    title: 'Em números',
    items: [
      { value: '200+', label: 'advogados orientados desde 2011' },
      { value: 'R$ 25 mi', label: 'em contratos de clientes da mentoria' },
      { value: '97%', label: 'de satisfação nas sessões individuais' },
      { value: '+300%', label: 'de contatos qualificados em 90 dias, em média' },
    ],
  },
} as const satisfies BlockExamples<'stats'>;
