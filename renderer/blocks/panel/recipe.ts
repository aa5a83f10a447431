import type { BlockLooks } from '../../parts/block-looks.ts';
import { markOf } from '../../parts/marks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const panel = defineSlotRecipe({
  className: 'panel',
  slots: ['root', 'value', 'quote', 'dots', 'dot'],
  base: {
    root: {
      display: 'grid',
      gap: '1.25rem',
      maxWidth: '52rem',
      padding: 'clamp(1.5rem,4.5vw,3rem)',
      background: 'surface',
      border: `1px solid ${colors.line}`,
      borderRadius: 'card',
      '& > .eyebrow': { marginBottom: '0' },
    },
    value: {
      fontFamily: 'heading',
      fontSize: 'figure',
      lineHeight: '1',
      letterSpacing: '-.025em',
      fontVariantNumeric: 'lining-nums',
    },
    quote: {
      padding: '1.1rem 1.35rem',
      border: `1px dashed ${colors.edge}`,
      borderRadius: 'control',
      fontFamily: 'heading',
      fontSize: 'lg',
      lineHeight: '1.45',
    },
    dots: { display: 'flex', gap: '.7rem', paddingBlock: '.5rem' },
    dot: {
      width: '.7rem',
      height: '.7rem',
      background: 'accent',
      borderRadius: '50%',
      // The dots light up in turn, every 400 ms.
      animation: 'turn 1.6s ease-out infinite backwards',
      '&:nth-child(2)': { animationDelay: '.4s' },
      '&:nth-child(3)': { animationDelay: '.8s' },
      '&:nth-child(4)': { animationDelay: '1.2s' },
    },
  },
  variants: { toned: { yes: { root: { background: 'bg' } } } },
});

export const looks: BlockLooks<'panel', typeof panel> = {
  parts: ['section', 'heading', 'eyebrow', 'copy', 'points', 'hidden'],
  chosen: (block) => ({ points: { mark: markOf(block) } }),
};
