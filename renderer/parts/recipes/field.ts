/** The styles of form fields. */

import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

const control = {
  width: '100%',
  minHeight: '3.25rem',
  padding: '.75rem 1rem',
  background: 'field',
  border: `1px solid ${colors.edge}`,
  borderRadius: 'control',
  // Under 16 px a phone zooms in on focus.
  fontSize: 'md',
  lineHeight: '1.4',
  transition: 'border-color .16s',
  _hover: { borderColor: 'fg' },
  _focusVisible: { outlineOffset: '0', borderColor: 'accent' },
  // Triples the class to override the border colours of hover and focus.
  '&&&[aria-invalid=true]': { borderColor: 'poor', boxShadow: `inset 0 0 0 1px ${colors.poor}` },
  '&::placeholder': { color: 'muted', opacity: '1' },
} as const;

export const field = defineSlotRecipe({
  className: 'field',
  slots: ['root', 'label', 'hint', 'control', 'choices', 'choice', 'mark', 'error', 'when'],
  base: {
    root: { display: 'grid', gap: '.45rem', minWidth: '0' },
    label: { fontSize: 'sm', fontWeight: '600', lineHeight: '1.4' },
    hint: { color: 'muted', fontSize: 'sm', lineHeight: '1.45' },
    control,
    choice: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      alignItems: 'start',
      gap: '.85rem',
      minHeight: '2.75rem',
      paddingBlock: '.5rem',
      fontSize: 'sm',
      lineHeight: '1.5',
    },
    mark: {
      appearance: 'none',
      display: 'grid',
      placeItems: 'center',
      width: '1.375rem',
      height: '1.375rem',
      background: 'field',
      border: `1px solid ${colors.edge}`,
      borderRadius: '2px',
      '&[type=radio]': { borderRadius: '50%' },
      _before: { content: '""', width: '.7rem', height: '.7rem', visibility: 'hidden', background: 'currentColor' },
      '&[type=radio]::before': { borderRadius: '50%' },
      '&[type=checkbox]::before': {
        clipPath: 'polygon(12% 48%,0 62%,40% 100%,100% 20%,86% 8%,38% 72%)',
        width: '.8rem',
        height: '.75rem',
      },
      '&:checked': { background: 'strong', borderColor: 'strong', color: 'strongInk' },
      '&:checked::before': { visibility: 'inherit' },
      '&[aria-invalid=true]': { borderColor: 'poor', boxShadow: `inset 0 0 0 1px ${colors.poor}` },
      '@media (forced-colors:active)': { appearance: 'auto' },
    },
    // A field of a group that repeats is drawn by its group.
    when: { '&:empty': { display: 'none' } },
    error: { color: 'poor', fontSize: 'sm', fontWeight: '500', lineHeight: '1.45' },
  },
  variants: {
    lines: { many: { control: { minHeight: '8.5rem', resize: 'vertical' } } },
    // An option of a set is a card; a single consent is a line.
    look: {
      card: {
        choices: { display: 'grid', gap: '.6rem', marginTop: '.35rem' },
        choice: {
          paddingBlock: '.9rem',
          paddingInline: '1rem',
          border: `1px solid ${colors.line}`,
          borderRadius: 'control',
          fontSize: 'md',
          _hover: { borderColor: 'accent' },
          '&:has(:checked)': { borderColor: 'accent', background: 'surface' },
        },
      },
    },
  },
});
