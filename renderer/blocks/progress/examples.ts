import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'progress', label: 'Progresso do diagnóstico' },
  full: {
    type: 'progress',
    id: 'progresso',
    label: 'Progresso do diagnóstico',
    caption: ['Pergunta ', { v: ['$', 'step'] }, ' de ', { v: ['$', 'steps'] }],
    from: 75,
    to: 100,
    after: 500,
  },
} as const satisfies BlockExamples<'progress'>;
