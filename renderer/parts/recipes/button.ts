import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const button = defineSlotRecipe({
  className: 'button',
  slots: ['root', 'spinner'],
  base: {
    root: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '.7em',
      minHeight: '3.375rem',
      paddingBlock: '.7rem',
      paddingInline: '1.85rem',
      border: '1px solid transparent',
      borderRadius: 'control',
      background: 'none',
      fontSize: 'md',
      fontWeight: '600',
      lineHeight: '1.25',
      textAlign: 'center',
      textDecoration: 'none',
      transition: 'background-color .16s,border-color .16s,color .16s',
      _disabled: { cursor: 'default', opacity: '.62' },
      '&[aria-busy=true]': { opacity: '.85', cursor: 'progress' },
      // Pressed, while the island's code is loading.
      '&[data-waiting]': { cursor: 'progress', animation: 'breathe 1.2s ease-in-out .25s infinite' },
    },
    spinner: {
      width: '1.05em',
      height: '1.05em',
      border: '2px solid',
      borderTopColor: 'transparent',
      borderRadius: '50%',
      animation: 'spin .8s linear infinite',
    },
  },
  variants: {
    emphasis: {
      strong: {
        root: {
          background: 'strong',
          color: 'strongInk',
          _hover: { background: 'strongOver', color: 'strongInk' },
        },
      },
      normal: {
        root: { borderColor: 'edge', color: 'fg', _hover: { borderColor: 'accent', color: 'accent' } },
      },
      quiet: {
        root: {
          paddingInline: '.5rem',
          fontWeight: '500',
          textDecoration: 'underline',
          textDecorationColor: 'accent',
          textDecorationThickness: '1px',
          textUnderlineOffset: '.3em',
          _hover: { color: 'accent' },
        },
      },
    },
    // A limited number of pulses, which then stop.
    glow: {
      later: {
        root: {
          '--glow': `color-mix(in srgb,${colors.accent} 26%,transparent)`,
          animation: 'glow 2.2s ease-in-out var(--after,0s) 6',
        },
      },
    },
    width: { full: { root: { width: '100%' } } },
  },
});
