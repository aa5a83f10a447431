import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'scroll-top', label: 'Voltar ao topo' },
  full: { type: 'scroll-top', id: 'subir', tone: 'accent', label: 'Voltar ao topo', device: 'both' },
} as const satisfies BlockExamples<'scroll-top'>;
