import { defineSlotRecipe } from '../../theme/chakra.ts';

export const score = defineSlotRecipe({
  slots: ['root', 'figure', 'value', 'unit', 'label', 'main', 'track', 'bar', 'tick', 'title', 'text'],
  base: {
    root: {
      display: 'grid',
      gap: '1.5rem clamp(2rem,5vw,4rem)',
      alignItems: 'end',
      md: { gridTemplateColumns: 'auto minmax(0,1fr)' },
    },
    figure: { display: 'grid', gap: '.25rem' },
    value: {
      fontFamily: 'heading',
      fontSize: 'figure',
      fontWeight: '400',
      lineHeight: '1.05',
      letterSpacing: '-.03em',
      fontFeatureSettings: '"lnum"',
    },
    unit: { fontSize: '.5em', color: 'muted', marginInlineStart: '.08em' },
    label: { color: 'muted', fontSize: 'sm', fontWeight: '500' },
    main: { display: 'grid', gap: '1rem' },
    track: { position: 'relative', height: '.75rem', background: 'line', borderRadius: '1rem', overflow: 'hidden' },
    bar: {
      height: '100%',
      background: 'currentColor',
      transformOrigin: '0 0',
      transform: 'scaleX(var(--to))',
      animation: 'fill var(--duration,1.5s) cubic-bezier(.2,.7,.2,1) backwards',
    },
    tick: {
      position: 'absolute',
      insetBlock: '0',
      insetInlineStart: 'var(--at)',
      borderInlineStart: '2px solid {colors.bg}',
    },
    title: {},
    text: { color: 'muted', maxWidth: '60ch' },
  },
  variants: {
    level: {
      good: { bar: { color: 'good' } },
      fair: { bar: { color: 'fair' } },
      poor: { bar: { color: 'poor' } },
    },
  },
});
