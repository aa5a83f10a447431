import { defineSlotRecipe } from '../../theme/chakra.ts';

/** Buttons side by side; stacked on narrow screens. */
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
