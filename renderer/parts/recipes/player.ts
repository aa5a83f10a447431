/** The styles of a video behind its picture. */

import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const player = defineSlotRecipe({
  className: 'player',
  slots: ['root', 'facade', 'picture', 'play', 'label', 'sound'],
  base: {
    root: {
      position: 'relative',
      isolation: 'isolate',
      overflow: 'hidden',
      aspectRatio: '16/9',
      // Visible on a dark background too.
      background: 'surface',
      color: 'fg',
      borderRadius: 'card',
      '& iframe': { position: 'absolute', inset: '0', width: '100%', height: '100%' },
    },
    facade: {
      position: 'absolute',
      inset: '0',
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      gap: '1.4rem',
      padding: '1rem',
      textDecoration: 'none',
      _before: {
        content: '""',
        position: 'absolute',
        zIndex: '-2',
        inset: '-40%',
        background: `repeating-radial-gradient(circle,transparent 0 27px,${colors.accent} 27px 28px)`,
        opacity: '.2',
      },
      _hover: { color: 'fg', '& .player__play': { background: 'strongOver' } },
    },
    picture: { position: 'absolute', zIndex: '-1', inset: '0', width: '100%', height: '100%', objectFit: 'cover' },
    play: {
      display: 'grid',
      placeItems: 'center',
      width: 'clamp(3.75rem,9vw,5.25rem)',
      aspectRatio: '1',
      background: 'strong',
      borderRadius: '50%',
      // Visible on any picture.
      boxShadow: `0 0 0 .6rem color-mix(in srgb,${colors.bg} 60%,transparent)`,
      transition: 'background-color .16s',
      _before: {
        content: '""',
        width: '34%',
        height: '40%',
        marginInlineStart: '9%',
        background: 'strongInk',
        clipPath: 'polygon(0 0,100% 50%,0 100%)',
      },
    },
    sound: {
      position: 'absolute',
      zIndex: '1',
      insetInline: '1rem',
      bottom: '1rem',
      minHeight: '3rem',
      padding: '.75rem 1rem',
      background: 'strong',
      color: 'strongInk',
      borderRadius: 'control',
      fontWeight: '600',
    },
    label: {
      padding: '.5rem 1rem',
      background: 'bg',
      borderRadius: 'control',
      fontSize: 'sm',
      fontWeight: '600',
      lineHeight: '1.3',
      textAlign: 'center',
    },
  },
});
