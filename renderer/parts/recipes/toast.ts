import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

/** The region of notifications, and the toast inside. */
export const toast = defineSlotRecipe({
  className: 'toast',
  slots: ['region', 'root', 'title', 'text', 'link', 'close'],
  base: {
    region: {
      position: 'fixed',
      zIndex: '20',
      insetInline: '0',
      // At the top on a phone, where the buttons are at the bottom: a toast must not cover them.
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
      // Visible only in forced colours.
      outline: '1px solid transparent',
      fontSize: 'sm',
      lineHeight: '1.5',
      pointerEvents: 'auto',
      touchAction: 'pan-y',
      transform: 'translateX(var(--swipe,0))',
      animation: 'rise .2s ease-out',
      // Without script an animation removes it; a toast with a link stays.
      '@media (scripting:none)': { '&:not(:has(a))': { animation: 'rise .2s ease-out,leave .2s 8s forwards' } },
      // An "i" in a ring, drawn with borders, because forced colours remove backgrounds.
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
      // The "i" upside down.
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
