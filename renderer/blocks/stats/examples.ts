import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: { type: 'stats', items: [{ value: '200+', label: 'workshops' }] },
  full: {
    type: 'stats',
    id: 'figures',
    title: 'In figures',
    items: [
      { value: '200+', label: 'workshops since 2011' },
      { value: '$ 25 m', label: 'in orders of participants' },
      { value: '97%', label: 'would come again' },
      { value: '+300%', label: 'more requests within 90 days, on average' },
    ],
  },
} as const satisfies BlockExamples<'stats'>;
