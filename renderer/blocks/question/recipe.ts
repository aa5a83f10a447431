import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const question = defineSlotRecipe({
  className: 'question',
  slots: ['root', 'title', 'hint', 'error', 'options', 'option', 'mark', 'foot'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,4vw,2.5rem)' },
    // A legend cannot be a grid item, so `gap` does not apply to it.
    title: { fontSize: 'h2', maxWidth: '13em', lineHeight: '1.14' },
    hint: { marginTop: '.9rem', color: 'muted' },
    error: { marginTop: '.9rem', color: 'poor', fontWeight: '500' },
    options: { marginTop: 'clamp(1.5rem,4vw,2.25rem)' },
    option: {
      display: 'flex',
      alignItems: 'center',
      gap: '1.1rem',
      minHeight: '4.25rem',
      padding: '1.05rem 1.35rem',
      background: 'surface',
      border: `1px solid ${colors.line}`,
      borderRadius: 'card',
      lineHeight: '1.4',
      // Not grids, whose layout takes longer at every step.
      '& + &': { marginTop: '.75rem' },
      _hover: { borderColor: 'accent', transition: 'border-color .16s' },
      // Without a transition: it would compute styles and paint for ten more frames, while the visitor presses Next.
      '&:has(:checked)': {
        borderColor: 'accent',
        boxShadow: `inset 0 0 0 1px ${colors.accent}`,
        background: 'field',
      },
      '&:has(:focus-visible)': { outline: `2px solid ${colors.accent}`, outlineOffset: '3px' },
    },
    mark: {
      flex: 'none',
      appearance: 'none',
      display: 'grid',
      placeItems: 'center',
      width: '1.5rem',
      height: '1.5rem',
      border: `1.5px solid ${colors.edge}`,
      borderRadius: '50%',
      cursor: 'pointer',
      _before: {
        content: '""',
        width: '.75rem',
        height: '.75rem',
        borderRadius: '50%',
        background: 'accent',
        visibility: 'hidden',
      },
      '&:checked': { borderColor: 'accent' },
      // Not a transform: its boxes would be layers of their own, and a choice would update all layers of the page.
      '&:checked::before': { visibility: 'inherit' },
      _focusVisible: { outline: 'none' },
      '@media (forced-colors:active)': { appearance: 'auto' },
    },
    foot: {
      display: 'flex',
      flexWrap: 'wrap-reverse',
      justifyContent: 'space-between',
      gap: '.85rem 1rem',
      '@media (max-width:35.99rem)': { flexDirection: 'column-reverse', '& > *': { width: '100%' } },
    },
  },
});

export const looks: BlockLooks<'question', typeof question> = {
  parts: ['section', 'button', 'hidden'],
};
