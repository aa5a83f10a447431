import { defineSlotRecipe } from '../../theme/chakra.ts';

export const progress = defineSlotRecipe({
  slots: ['root', 'head', 'label', 'caption', 'track', 'bar'],
  base: {
    root: { display: 'grid', gap: '.7rem' },
    head: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      gap: '.25rem 1.5rem',
      fontSize: 'sm',
      lineHeight: '1.4',
    },
    label: { color: 'muted' },
    caption: { fontWeight: '600', fontFeatureSettings: '"tnum"' },
    track: { height: '4px', overflow: 'hidden', background: 'line', borderRadius: '2px' },
    bar: { height: '100%', background: 'accent', transformOrigin: '0 0', transform: 'scaleX(var(--to))' },
  },
  variants: {
    moves: {
      follows: { bar: { transition: 'transform .35s cubic-bezier(.2,.7,.2,1)' } },
      runs: { bar: { animation: 'fill .7s cubic-bezier(.2,.7,.2,1) var(--after,0s) backwards' } },
    },
  },
});
