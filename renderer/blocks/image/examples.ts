import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'image', image: 'guia/assets/capa.svg', alt: '' },
  full: {
    type: 'image',
    id: 'capa',
    image: 'guia/assets/capa.svg',
    alt: 'Capa do guia estratégico.',
    caption: 'O guia tem trinta páginas e uma lista de conferência silenciosa.',
    fallbackImage: 'guia/assets/capa-reserva.svg',
    priority: true,
    width: 'narrow',
    device: 'desktop',
  },
} as const satisfies BlockExamples<'image'>;
