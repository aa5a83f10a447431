import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { type CssFunction, colors } from '../../theme/tokens.ts';

const wall: CssFunction = `color-mix(in srgb,${colors.fair} 9%,${colors.bg})`;
const tick: CssFunction = `linear-gradient(${colors.good},${colors.good})`;

export const conversations = defineSlotRecipe({
  className: 'conversations',
  slots: ['items', 'chat', 'bar', 'face', 'who', 'messages', 'message', 'time'],
  base: {
    items: {},
    chat: {
      display: 'flex',
      flexDirection: 'column',
      overflow: 'hidden',
      border: `1px solid ${colors.line}`,
      borderRadius: '1.1rem',
      boxShadow: '0 18px 40px -26px rgb(29 28 24/.5)',
      fontSize: 'sm',
      lineHeight: '1.42',
    },
    bar: {
      display: 'flex',
      alignItems: 'center',
      gap: '.75rem',
      padding: '.8rem 1rem',
      background: `color-mix(in srgb,${colors.good} 88%,#000)`,
      color: '#fff',
      _after: {
        content: '""',
        marginInlineStart: 'auto',
        width: '3px',
        height: '3px',
        borderRadius: '50%',
        background: 'currentColor',
        boxShadow: '0 -6px,0 6px',
      },
    },
    // A head and shoulders, as the default avatar.
    face: {
      flex: 'none',
      width: '2.25rem',
      height: '2.25rem',
      borderRadius: '50%',
      background:
        'radial-gradient(circle at 50% 38%,rgb(255 255 255/.85) 0 20%,transparent 21%),radial-gradient(circle at 50% 102%,rgb(255 255 255/.85) 0 42%,transparent 43%),rgb(255 255 255/.22)',
    },
    who: { fontWeight: '600', lineHeight: '1.25' },
    messages: {
      flex: '1',
      display: 'flex',
      flexDirection: 'column',
      gap: '.45rem',
      padding: '1.1rem .9rem 1.25rem',
      background: `radial-gradient(circle,color-mix(in srgb,${colors.accent} 16%,transparent) 1px,transparent 1.5px) 0 0/14px 14px,${wall}`,
    },
    message: {
      position: 'relative',
      maxWidth: '88%',
      padding: '.5rem .75rem .55rem',
      borderRadius: '.7rem',
      boxShadow: '0 1px 1px rgb(29 28 24/.12)',
    },
    time: {
      float: 'inline-end',
      display: 'flex',
      alignItems: 'center',
      gap: '.3rem',
      margin: '.45rem -.15rem -.2rem .8rem',
      color: 'muted',
      fontSize: '.6875rem',
      lineHeight: '1.3',
      fontFeatureSettings: '"tnum"',
    },
  },
  variants: {
    from: {
      them: { message: { alignSelf: 'flex-start', background: '#fff', borderStartStartRadius: '.15rem' } },
      me: {
        message: {
          alignSelf: 'flex-end',
          background: `color-mix(in srgb,${colors.good} 17%,#f3fbdf)`,
          borderStartEndRadius: '.15rem',
        },
        // Two ticks mark a message as read.
        time: {
          _after: {
            content: '""',
            width: '.95rem',
            height: '.55rem',
            background: tick,
            clipPath:
              'polygon(0 58%,9% 47%,27% 72%,62% 6%,70% 16%,28% 100%,38% 78%,46% 90%,92% 6%,100% 16%,47% 100%,36% 86%,28% 100%)',
          },
        },
      },
    },
    layout: {
      even: { items: { md: { gridTemplateColumns: 'repeat(auto-fit,minmax(16rem,1fr))' } } },
      // Four in a square, with the last one beside them.
      apart: {
        items: {
          md: { gridTemplateColumns: 'repeat(2,minmax(0,1fr))' },
          lg: {
            gridTemplateColumns: 'repeat(2,minmax(0,1fr)) minmax(0,1.08fr)',
            '& > :last-child': {
              gridColumn: '3',
              gridRow: '1 / span 2',
              width: 'auto',
              maxWidth: 'none',
              justifySelf: 'stretch',
              alignSelf: 'center',
              marginInlineStart: 'clamp(1rem,2.5vw,2.25rem)',
            },
          },
          '& > :last-child': { md: { gridColumn: '1 / -1', width: '100%', maxWidth: '28rem', justifySelf: 'center' } },
        },
      },
    },
  },
});

export const looks: BlockLooks<'conversations', typeof conversations> = {
  parts: [
    'section',
    'grid',
    'heading',
    'intro',
    'outro',
    'carousel',
    'button',
    'buttons',
    'hidden',
    '.tone',
    '.tone--as_plain',
  ],
  chosen: () => ({ grid: { kind: '3' } }),
};
