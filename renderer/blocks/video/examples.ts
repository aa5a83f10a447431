import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'video', label: 'Assistir', provider: 'youtube', videoId: 'dQw4w9WgXcQ' },
  full: {
    type: 'video',
    id: 'historia',
    title: 'A história de quem voltou a ser procurada',
    caption: 'Marina Duarte, advogada de família há 14 anos, conta o que mudou em três meses.',
    label: 'Assistir ao depoimento',
    provider: 'panda',
    videoId: '7f1c2a90-4c1e-4c7b-9a2d-1b0f6a1d2e3f',
    poster: 'historias/assets/poster-1.jpg',
    fallbackSeconds: 451.63,
    unmuteLabel: 'Assistir com som',
    trackPlayback: true,
  },
} as const satisfies BlockExamples<'video'>;
