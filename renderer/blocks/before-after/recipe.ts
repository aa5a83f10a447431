import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { type ColorToken, type CssFunction, colors } from '../../theme/tokens.ts';

/** Three pairs of bars in place of the profile's figures. */
const bars = (color: string): CssFunction =>
  `linear-gradient(90deg,${color} 0 44%,transparent 0) 0 0/33.34% .55rem,linear-gradient(90deg,${colors.line} 0 72%,transparent 0) 0 100%/33.34% .4rem`;
const tint = (color: ColorToken, share: number): CssFunction =>
  `color-mix(in srgb,${colors[color]} ${share}%,${colors.bg})`;
/** Drawings for posts without text: a person, and a bookshelf. */
const photo: CssFunction = `radial-gradient(ellipse 13% 17% at 50% 42%,${tint('accent', 34)} 0 98%,transparent),radial-gradient(ellipse 18% 22% at 50% 37%,${colors.strong} 0 98%,transparent),linear-gradient(${tint('accent', 34)},${tint('accent', 34)}) 50% 62%/12% 20% no-repeat,radial-gradient(ellipse 46% 42% at 50% 104%,${colors.strong} 0 98%,transparent),linear-gradient(100deg,${tint('accent', 16)} 34%,${tint('accent', 30)} 34%)`;
const shelf: CssFunction = `linear-gradient(${tint('accent', 12)} 0 14%,transparent 0 80%,${colors.strong} 0 84%,${tint('accent', 22)} 0),repeating-linear-gradient(90deg,${colors.accent} 0 9%,${tint('accent', 40)} 0 15%,${colors.strong} 0 27%,${tint('accent', 60)} 0 34%)`;

const phone = '@media (max-width:47.99rem)';

export const beforeAfter = defineSlotRecipe({
  className: 'before-after',
  slots: [
    'items',
    'beside',
    'alone',
    'case',
    'who',
    'area',
    'pair',
    'profile',
    'title',
    'phone',
    'screen',
    'handle',
    'head',
    'face',
    'skin',
    'shirt',
    'counts',
    'about',
    'name',
    'bio',
    'follow',
    'highlights',
    'highlight',
    'posts',
    'post',
    'note',
  ],
  base: {
    items: { lg: { columnGap: 'clamp(2rem,3.5vw,3.5rem)' } },
    // A single case is beside the introduction.
    beside: {
      lg: {
        display: 'grid',
        gridTemplateColumns: 'minmax(0,4fr) minmax(0,7fr)',
        gap: 'clamp(2.5rem,5vw,5rem)',
        alignItems: 'start',
      },
    },
    alone: { maxWidth: '50rem' },
    case: { display: 'flex', flexDirection: 'column', containerType: 'inline-size' },
    who: { marginBottom: '1.25rem' },
    area: { color: 'muted', fontSize: 'sm' },
    // Side by side on phones (smaller) and in wide cases; otherwise stacked.
    pair: {
      display: 'grid',
      gap: '1.75rem',
      flex: '1',
      gridTemplateRows: '1fr 1fr',
      [phone]: { gridTemplate: 'auto/repeat(2,minmax(0,1fr))', gap: '.75rem' },
      '@container (min-width:30rem)': {
        gridTemplate: 'auto/repeat(2,minmax(0,1fr))',
        gap: 'clamp(1rem,3cqw,2rem)',
      },
    },
    profile: { minWidth: '0' },
    title: {
      display: 'inline-block',
      marginBottom: '.75rem',
      fontSize: 'xs',
      fontWeight: '600',
      letterSpacing: '.1em',
      textTransform: 'uppercase',
    },
    phone: { overflow: 'hidden', border: `1px solid ${colors.line}`, borderRadius: '1.1rem' },
    screen: { fontSize: '.8125rem', lineHeight: '1.4', [phone]: { fontSize: '.6875rem' } },
    handle: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      padding: '.75rem 1rem',
      [phone]: { padding: '.5rem .6rem', overflowWrap: 'anywhere' },
      borderBottom: `1px solid ${colors.line}`,
      fontWeight: '600',
      _after: {
        content: '""',
        flex: 'none',
        width: '3px',
        height: '3px',
        marginInlineEnd: '6px',
        borderRadius: '50%',
        background: 'currentColor',
        boxShadow: '-6px 0,6px 0',
      },
    },
    head: {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5rem',
      padding: '1.1rem 1.25rem .85rem',
      [phone]: { gap: '.75rem', padding: '.7rem .7rem .6rem' },
    },
    face: { flex: 'none', width: '4.25rem', aspectRatio: '1', borderRadius: '50%', [phone]: { width: '2.75rem' } },
    skin: { fill: tint('accent', 38) },
    shirt: { fill: 'bg' },
    counts: { flex: '1', height: '1.25rem', backgroundRepeat: 'repeat-x' },
    about: { padding: '0 1rem', [phone]: { padding: '0 .6rem' } },
    name: { fontWeight: '600' },
    bio: { whiteSpace: 'pre-line' },
    follow: {
      display: 'flex',
      gap: '.4rem',
      padding: '.85rem 1rem',
      [phone]: { padding: '.6rem' },
      '&::before,&::after': {
        content: '""',
        flex: '1',
        height: '1.75rem',
        [phone]: { height: '1.25rem' },
        borderRadius: 'control',
        background: 'line',
      },
    },
    highlights: {
      display: 'flex',
      gap: '.5rem',
      padding: '.1rem 1rem 1rem',
      // Only circles: the names would not fit.
      [phone]: { gap: '.3rem', padding: '.1rem .6rem .3rem' },
    },
    highlight: {
      flex: '1',
      minWidth: '0',
      maxWidth: '4.5rem',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: '.6875rem',
      [phone]: { fontSize: '0' },
      textAlign: 'center',
      _before: {
        content: '""',
        display: 'block',
        width: 'min(100%,2.9rem)',
        aspectRatio: '1',
        margin: '0 auto .3rem',
        borderRadius: '50%',
      },
    },
    posts: { display: 'grid', gridTemplateColumns: 'repeat(3,minmax(0,1fr))', gap: '2px' },
    post: {
      display: 'grid',
      placeItems: 'center',
      aspectRatio: '1',
      overflow: 'hidden',
      padding: '.4rem',
      fontSize: '.75rem',
      lineHeight: '1.2',
      textAlign: 'center',
      overflowWrap: 'anywhere',
      // On a phone two lines replace the text of a post.
      [phone]: {
        padding: '.1rem',
        '&&:not(:empty)': { fontSize: '0' },
        '&:not(:empty)::before': {
          content: '""',
          width: '60%',
          height: '.5rem',
          borderBlock: '2px solid',
          opacity: '.55',
        },
      },
    },
    note: { marginTop: '.9rem', color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  variants: {
    side: {
      // A neglected account: no portrait, no pattern, loud colours.
      before: {
        title: { color: 'muted' },
        phone: { filter: 'saturate(.75)' },
        face: { fill: 'bg', background: 'line' },
        counts: { background: bars(colors.edge), backgroundRepeat: 'repeat-x' },
        highlight: { _before: { background: 'line' } },
        post: {
          background: tint('edge', 32),
          fontWeight: '700',
          textTransform: 'uppercase',
          '&:nth-child(5n+2)': {
            background: tint('fair', 42),
            fontSize: '.625rem',
            placeItems: 'end start',
            textAlign: 'start',
          },
          '&:nth-child(5n+3)': {
            background: `repeating-linear-gradient(45deg,${tint('poor', 30)} 0 9px,${tint('poor', 18)} 9px 18px)`,
          },
          '&:nth-child(5n+4)': { background: tint('good', 34), textTransform: 'none', fontWeight: '400' },
          '&:nth-child(5n+5)': {
            background: `linear-gradient(150deg,${tint('fg', 42)},${tint('edge', 28)})`,
            placeItems: 'start',
          },
        },
      },
      // A maintained account: a portrait with a ring, and three matching backgrounds.
      after: {
        title: { color: 'accent' },
        phone: { borderColor: 'accent', boxShadow: '0 26px 50px -30px rgb(29 28 24/.6)' },
        face: {
          fill: 'strong',
          background: tint('accent', 18),
          outline: `2px solid ${colors.accent}`,
          outlineOffset: '3px',
        },
        counts: { background: bars(colors.fg), backgroundRepeat: 'repeat-x' },
        follow: { _before: { background: 'strong' } },
        highlight: {
          _before: {
            background: `radial-gradient(circle,${colors.accent} 0 17%,transparent 20%),${tint('accent', 14)}`,
            border: `1px solid ${colors.accent}`,
          },
        },
        post: {
          background: tint('accent', 14),
          fontFamily: 'heading',
          fontSize: 'clamp(.72rem,3.8cqi,.9375rem)',
          '&:nth-child(4n+1)': { background: 'strong', color: 'strongInk' },
          '&:nth-child(4n+3)': { background: 'accent', color: 'bg' },
          _empty: { background: photo },
          '&:empty:nth-child(3n)': { background: shelf },
        },
      },
    },
  },
});

export const looks: BlockLooks<'before-after', typeof beforeAfter> = {
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
  chosen: () => ({ grid: { kind: 'cases' } }),
};
