import type { BlockLooks } from '../../parts/block-looks.ts';
import { readAloudOnly } from '../../parts/recipes/hidden.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

/** As the questions without a form beside which it is shown. */
const question = {
  root: {
    gap: 'clamp(1.75rem,4vw,2.5rem)',
    // With a tone it is a card: the text has the tone's colour, so it needs the tone's background.
    '&:not(.tone)': { padding: '0', background: 'none', border: '0' },
    '& .heading': { fontSize: 'h2', maxWidth: '13em', lineHeight: '1.14' },
    // The title asks already.
    '& .form__fields > :only-child > .field__label': readAloudOnly,
    '& .form__buttons': {
      display: 'flex',
      flexWrap: 'wrap-reverse',
      justifyContent: 'space-between',
      '@media (max-width:35.99rem)': { flexDirection: 'column-reverse' },
    },
    '& .form__buttons > *': {
      width: 'auto',
      '&:only-child': { marginInlineStart: 'auto' },
      '@media (max-width:35.99rem)': { width: '100%' },
    },
  },
} as const;

export const form = defineSlotRecipe({
  className: 'form',
  slots: ['root', 'head', 'lead', 'fields', 'foot', 'buttons', 'problem', 'notice'],
  base: {
    root: {
      display: 'grid',
      gap: '1.75rem',
      padding: 'clamp(1.5rem,4.5vw,2.75rem)',
      background: 'surface',
      border: `1px solid ${colors.line}`,
      borderRadius: 'card',
    },
    head: { display: 'grid', gap: '.7rem' },
    lead: { color: 'muted' },
    fields: { display: 'grid', gap: '1.35rem' },
    foot: { display: 'grid', gap: '1rem' },
    buttons: { display: 'grid', gap: '.85rem' },
    problem: {
      padding: '.8rem 1rem',
      border: `1px solid ${colors.poor}`,
      borderInlineStartWidth: '3px',
      borderRadius: 'control',
      color: 'poor',
      fontWeight: '500',
      lineHeight: '1.45',
      textAlign: 'center',
    },
    notice: { color: 'muted', fontSize: 'sm', lineHeight: '1.5', textAlign: 'center' },
  },
  variants: {
    look: { question },
    // The title is the question of a group of options too.
    asks: { group: { root: { '& .form__fields > :first-child > :is(legend,p).field__label': readAloudOnly } } },
    // Fields cannot be edited during the submission.
    state: { sending: { fields: { pointerEvents: 'none' } } },
    back: {
      yes: {
        buttons: {
          gridTemplateColumns: 'auto minmax(0,1fr)',
          '& > .button': { paddingInline: 'clamp(1rem,4vw,1.85rem)' },
        },
      },
    },
  },
});

export const looks: BlockLooks<'form', typeof form> = {
  parts: ['section', 'heading', 'button', 'field', 'hidden'],
  chosen: ({ look, back }) => ({
    form: {
      look: look && 'question',
      asks: look === 'titled' ? 'group' : undefined,
      back: back === undefined ? undefined : 'yes',
    },
    // The types of its fields add theirs (`parts/form-looks.ts`).
    field: { lines: undefined, look: undefined },
  }),
};
