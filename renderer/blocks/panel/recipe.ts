import { defineSlotRecipe } from '../../theme/chakra.ts';

export const panel = defineSlotRecipe({
  slots: ['root', 'items', 'item', 'quote', 'dots', 'dot'],
  base: {
    root: {
      display: 'grid',
      gap: '1.25rem',
      maxWidth: '52rem',
      padding: 'clamp(1.5rem,4.5vw,3rem)',
      background: 'surface',
      border: '1px solid {colors.line}',
      borderRadius: 'card',
      '& > .eyebrow': { marginBottom: '0' },
    },
    items: { display: 'grid', gap: '.7rem' },
    item: {
      position: 'relative',
      paddingInlineStart: '2.1rem',
      _before: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '.2rem',
        top: '.44em',
        width: '.85rem',
        height: '.45rem',
        border: '1.5px solid {colors.accent}',
        borderWidth: '0 0 1.5px 1.5px',
        transform: 'rotate(-45deg)',
      },
    },
    quote: {
      padding: '1.1rem 1.35rem',
      border: '1px dashed {colors.edge}',
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
      // Four steps of 400 ms: each dot has its turn.
      animation: 'turn 1.6s ease-out infinite backwards',
      '&:nth-child(2)': { animationDelay: '.4s' },
      '&:nth-child(3)': { animationDelay: '.8s' },
      '&:nth-child(4)': { animationDelay: '1.2s' },
    },
  },
  variants: { toned: { yes: { root: { background: 'bg' } } } },
});
