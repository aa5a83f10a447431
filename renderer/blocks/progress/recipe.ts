import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const progress = defineSlotRecipe({
  className: 'progress',
  slots: ['root', 'head', 'label', 'caption', 'track', 'bar', 'value'],
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
    track: {
      position: 'relative',
      height: '4px',
      overflow: 'hidden',
      background: 'line',
      borderRadius: '2px',
      '@media (forced-colors:active)': { height: '6px', border: '1px solid' },
    },
    // A border, because forced colours remove backgrounds.
    bar: { borderTop: `4px solid ${colors.accent}`, transformOrigin: '0 0', transform: 'scaleX(var(--to))' },
    value: { position: 'absolute', inset: '0' },
  },
  variants: {
    shown: {
      before: { value: { visibility: 'hidden', animation: 'seen var(--after)' } },
      after: { value: { animation: 'unseen var(--after)' } },
    },
    moves: {
      follows: { bar: { transition: 'transform .35s cubic-bezier(.2,.7,.2,1)' } },
      runs: { bar: { animation: 'fill .7s cubic-bezier(.2,.7,.2,1) var(--after,0s) backwards' } },
    },
  },
});

export const looks: BlockLooks<'progress', typeof progress> = {
  parts: ['section'],
};
