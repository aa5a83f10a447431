import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const score = defineSlotRecipe({
  className: 'score',
  slots: ['root', 'gauge', 'figure', 'value', 'unit', 'label', 'main', 'track', 'bar', 'tick', 'text'],
  base: {
    root: {
      display: 'grid',
      gap: '2rem 3rem',
      md: { gridTemplateColumns: '17rem minmax(0,1fr)', alignItems: 'start' },
    },
    gauge: { width: '100%', maxWidth: '20rem', marginInline: 'auto' },
    // The figure is inside the ring, its label below.
    figure: { marginTop: '-3.5rem', display: 'grid', justifyItems: 'center', textAlign: 'center', gap: '.5rem' },
    value: {
      fontFamily: 'heading',
      fontSize: '3.5rem',
      fontWeight: '400',
      lineHeight: '1',
      letterSpacing: '-.03em',
      fontFeatureSettings: '"lnum"',
    },
    unit: { fontSize: '.5em', color: 'muted', marginInlineStart: '.08em' },
    label: { color: 'muted', fontSize: 'sm', fontWeight: '500' },
    // The main heading, beside the gauge.
    main: {
      display: 'grid',
      gap: '1rem',
      '& > .eyebrow': { marginBottom: '0' },
      '& > h1': { fontSize: 'clamp(2.125rem,1.6rem + 2.2vw,3.25rem)' },
    },
    // A half ring. The bar is a full ring with its lower half cut off, rotated to show its share.
    track: {
      '--ring': 'clamp(1rem,5vw,1.375rem)',
      position: 'relative',
      aspectRatio: '2',
      overflow: 'hidden',
      _before: {
        content: '""',
        position: 'absolute',
        inset: '0 0 -100%',
        border: `var(--ring) solid ${colors.line}`,
        borderRadius: '50%',
        // Forced colours make bar and track the same: a double line distinguishes the track.
        '@media (forced-colors:active)': { borderStyle: 'double' },
      },
    },
    bar: {
      position: 'absolute',
      inset: '0 0 -100%',
      border: 'var(--ring) solid currentColor',
      borderRadius: '50%',
      clipPath: 'inset(0 0 50%)',
      transform: 'rotate(calc((var(--to) - 1)*180deg))',
      animation: 'sweep var(--duration,1.5s) cubic-bezier(.2,.7,.2,1) backwards',
    },
    // The start of the next level.
    tick: {
      position: 'absolute',
      insetInline: '0',
      bottom: '-1px',
      height: '2px',
      transform: 'rotate(calc(var(--at)*180deg))',
      background: `linear-gradient(90deg,${colors.bg} var(--ring),transparent 0)`,
    },
    text: { color: 'muted', fontSize: 'lg', maxWidth: '38.4em' },
  },
  variants: {
    level: {
      good: { bar: { color: 'good' } },
      fair: { bar: { color: 'fair' } },
      poor: { bar: { color: 'poor' } },
    },
  },
});

export const looks: BlockLooks<'score', typeof score> = {
  parts: ['section', 'heading', 'eyebrow', 'hidden'],
};
