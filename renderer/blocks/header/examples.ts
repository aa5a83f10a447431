import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'header' },
  full: {
    type: 'header',
    id: 'top',
    sticky: true,
    action: { label: 'Reserve a seat', open: 'sign-up', emphasis: 'strong' },
    links: [
      { label: 'Sessions', to: '#sessions' },
      { label: 'Results', to: '#results' },
      { label: 'Terms of use', to: '/terms', newTab: true },
    ],
    menu: {
      label: 'Menu',
      links: [
        { label: 'What you get', to: '#offer' },
        { label: 'Figures', to: '#figures' },
        { label: 'Method', to: '#method' },
        { label: 'Sessions', to: '#sessions' },
      ],
    },
  },
} as const satisfies BlockExamples<'header'>;
