/** The looks of what blocks are made of. */

import { defineSlotRecipe } from '../theme/chakra.ts';
import { colors } from '../theme/tokens.ts';

// Neighbours on one ground share one gap.
const joined = { '&:where(.section) + &:where(.section)': { paddingBlockStart: '0' } } as const;
const night = { colorScheme: 'dark', ...joined } as const;

/** Grounds. The theme gives each tone its colours under this class; a card or a section takes it on. */
export const tone = defineSlotRecipe({
  className: 'tone',
  slots: ['root'],
  base: { root: { background: 'bg', color: 'fg' } },
  variants: {
    as: {
      plain: { root: joined },
      soft: { root: joined },
      dark: { root: night },
      accent: { root: night },
      success: { root: joined },
      warning: { root: joined },
      danger: { root: joined },
    },
  },
});

/** A band across the page. Neighbours without a tone of their own stand on one ground and share one gap. */
export const section = defineSlotRecipe({
  className: 'section',
  slots: ['root', 'body'],
  base: {
    root: {
      paddingBlock: 'var(--section-y,clamp(2.5rem,6.4vw,6.5rem))',
      paddingInline: 'var(--section-x,clamp(1.25rem,5vw,4rem))',
      '&:not(.tone) + &:not(.tone)': { paddingBlockStart: '0' },
    },
    body: { marginInline: 'auto', maxWidth: 'var(--measure,72rem)' },
  },
  variants: {
    pace: { strip: { root: { '--section-y': 'clamp(1.5rem,3vw,2.25rem)' } } },
    width: {
      narrow: { body: { '--four': '2', maxWidth: 'var(--measure,44rem)' } },
      medium: { body: { maxWidth: 'var(--measure,58rem)' } },
      wide: { body: { maxWidth: 'var(--wide,72rem)' } },
    },
  },
});

/** Running text: paragraphs, lists, links. */
export const copy = defineSlotRecipe({
  className: 'copy',
  slots: ['root'],
  base: {
    root: {
      maxWidth: '42.2em',
      textWrap: 'pretty',
      '& > * + *': { marginTop: '.9em' },
      '& ul': { display: 'grid', gap: '.45em' },
      '& li': { position: 'relative', paddingInlineStart: '1.5em' },
      '& li::before': {
        content: '""',
        position: 'absolute',
        insetInlineStart: '.1em',
        top: '.78em',
        width: '.7em',
        borderTop: `1px solid ${colors.accent}`,
      },
    },
  },
});

/** A few words above a title. */
export const eyebrow = defineSlotRecipe({
  className: 'eyebrow',
  slots: ['root'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: '.85em',
      marginBottom: '1.85em',
      color: 'accent',
      fontSize: 'xs',
      fontWeight: '600',
      lineHeight: '1.4',
      letterSpacing: '.13em',
      textTransform: 'uppercase',
      _before: { content: '""', flex: 'none', width: '2rem', borderTop: '1px solid' },
    },
  },
  variants: {
    align: {
      start: { root: {} },
      center: {
        root: {
          justifyContent: 'center',
          _after: { content: '""', flex: 'none', width: '2rem', borderTop: '1px solid' },
        },
      },
    },
  },
});

/** How the heading of a page is set. */
export const pageHeading = { fontSize: 'h1', maxWidth: '11.2em', letterSpacing: '-.022em' } as const;

/** The heading of a section. */
export const heading = defineSlotRecipe({
  className: 'heading',
  slots: ['root'],
  base: { root: { fontSize: 'h2', maxWidth: '14.2em' } },
  variants: {
    size: {
      page: { root: { ...pageHeading, lineHeight: '1.06' } },
      section: { root: {} },
      card: { root: { fontSize: 'h3', maxWidth: '17.7em', lineHeight: '1.2' } },
      item: { root: { fontSize: 'h4', maxWidth: 'none', lineHeight: '1.28', letterSpacing: '-.006em' } },
    },
  },
});

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
      // Pressed, and its code is on the way.
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
    // The eye is drawn three times, then left in peace.
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

/** Buttons side by side, one under the other on narrow screens. */
export const buttons = defineSlotRecipe({
  className: 'buttons',
  slots: ['root', 'note'],
  base: {
    root: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '.85rem 1rem',
      '@media (max-width:35.99rem)': { flexDirection: 'column', alignItems: 'stretch' },
    },
    note: { marginTop: '1.1rem', maxWidth: '33.3em', color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  variants: {
    align: {
      start: { root: {} },
      center: { root: { justifyContent: 'center' }, note: { marginInline: 'auto', textAlign: 'center' } },
    },
  },
});

/** Read aloud, not shown. */
export const readAloudOnly = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

export const hidden = defineSlotRecipe({ className: 'hidden', slots: ['root'], base: { root: readAloudOnly } });

export const skip = defineSlotRecipe({
  className: 'skip',
  slots: ['root'],
  base: {
    root: {
      position: 'absolute',
      // Over a header that stays.
      zIndex: '21',
      insetInlineStart: '1rem',
      top: '-6rem',
      padding: '.8rem 1.2rem',
      background: 'fg',
      color: 'bg',
      fontSize: 'sm',
      fontWeight: '600',
      _focus: { top: '1rem' },
    },
  },
});

/** The placeholder of a screen whose data is being fetched. */
export const skeleton = defineSlotRecipe({
  className: 'skeleton',
  slots: ['root', 'line'],
  base: {
    root: { display: 'grid', gap: '1.1rem', animation: 'breathe 1.6s ease-in-out infinite' },
    line: { height: '1rem', borderRadius: 'control', background: 'line' },
  },
  variants: {
    size: {
      title: { line: { height: '2.6rem', width: '70%', marginBottom: '.8rem' } },
      text: { line: {} },
      short: { line: { width: '55%' } },
      card: { line: { height: '11rem', borderRadius: 'card', marginTop: '.8rem' } },
    },
  },
});

/** The region of notifications and the one in it. */
export const toast = defineSlotRecipe({
  className: 'toast',
  slots: ['region', 'root', 'title', 'text', 'link', 'close'],
  base: {
    region: {
      position: 'fixed',
      zIndex: '20',
      insetInline: '0',
      // On a phone the way on is at the bottom: a notice about it must not lie on it.
      top: '0',
      sm: { top: 'auto', bottom: '0' },
      padding: '1rem',
      pointerEvents: 'none',
    },
    root: {
      '--sign': colors.accent,
      position: 'relative',
      marginInlineStart: 'auto',
      maxWidth: '26.25rem',
      padding: '1rem 3.5rem 1.1rem 3.5rem',
      background: 'bg',
      color: 'fg',
      borderInlineStart: '3px solid var(--sign)',
      borderRadius: 'card',
      boxShadow: '0 18px 50px -12px rgb(0 0 0/.45)',
      // Its edge in forced colours.
      outline: '1px solid transparent',
      fontSize: 'sm',
      lineHeight: '1.5',
      pointerEvents: 'auto',
      touchAction: 'pan-y',
      transform: 'translateX(var(--swipe,0))',
      animation: 'rise .2s ease-out',
      // Nothing else takes it away there; a link stays to be followed.
      '@media (scripting:none)': { '&:not(:has(a))': { animation: 'rise .2s ease-out,leave .2s 8s forwards' } },
      // An i in a ring, of borders alone: forced colours take grounds away.
      '&::before,&::after': { content: '""', position: 'absolute', border: '0 solid var(--sign)' },
      _before: {
        insetInlineStart: '1.1rem',
        top: '1.05rem',
        width: '1.375rem',
        height: '1.375rem',
        borderWidth: '1.5px',
        borderRadius: '50%',
      },
      _after: {
        insetInlineStart: 'calc(1.7875rem - 1px)',
        top: '1.375rem',
        width: '2px',
        height: '.725rem',
        borderWidth: '2px 0 .4rem',
      },
    },
    title: { fontWeight: '600' },
    text: { color: 'muted' },
    link: { display: 'inline-block', paddingBlock: '.4rem', fontWeight: '600', textDecoration: 'underline' },
    close: {
      position: 'absolute',
      insetInlineEnd: '.25rem',
      top: '.25rem',
      width: '2.75rem',
      height: '2.75rem',
      background: 'none',
      color: 'muted',
      fontSize: '1.375rem',
      lineHeight: '1',
      _hover: { color: 'fg' },
      '@media (scripting:none)': { display: 'none' },
    },
  },
  variants: {
    as: {
      // The i stands on its head.
      error: {
        root: {
          '--sign': colors.poor,
          background: `color-mix(in srgb,${colors.poor} 24%,${colors.bg})`,
          _after: { borderWidth: '.4rem 0 2px' },
        },
      },
    },
  },
});
