import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'video', label: 'Watch', provider: 'youtube', videoId: 'dQw4w9WgXcQ' },
  full: {
    type: 'video',
    id: 'story',
    title: 'The story of somebody who is found again',
    caption: 'Mary Cole, a potter for 14 years, says what has changed in three months.',
    label: 'Watch her story',
    provider: 'panda',
    videoId: '7f1c2a90-4c1e-4c7b-9a2d-1b0f6a1d2e3f',
    poster: 'funnel-reference/picture.svg',
    fallbackSeconds: 451.63,
    unmuteLabel: 'Watch with sound',
    trackPlayback: true,
  },
} as const satisfies BlockExamples<'video'>;
