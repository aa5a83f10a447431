import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'image', image: 'funnel-reference/picture.svg', alt: '' },
  full: {
    type: 'image',
    id: 'cover',
    image: 'funnel-reference/picture.svg',
    alt: 'The cover of a guide.',
    caption: 'The guide has thirty pages and a checklist.',
    fallbackImage: 'funnel-reference/fallback.svg',
    priority: true,
    width: 'narrow',
    device: 'desktop',
  },
} as const satisfies BlockExamples<'image'>;
