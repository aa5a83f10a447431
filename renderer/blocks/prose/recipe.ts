import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const prose = defineSlotRecipe({
  className: 'prose',
  slots: [
    'root',
    'back',
    'head',
    'updated',
    'lead',
    'columns',
    'contents',
    'contentsTitle',
    'contentsLink',
    'sections',
    'section',
    'number',
  ],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,4vw,3rem)' },
    back: {
      justifySelf: 'start',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '.6em',
      minHeight: '2.75rem',
      fontSize: 'sm',
      fontWeight: '500',
      textDecoration: 'none',
      _before: { content: '"←"', color: 'accent' },
      '@media print': { display: 'none' },
    },
    head: {
      display: 'grid',
      gap: '1.1rem',
      paddingBottom: 'clamp(1.75rem,4vw,3rem)',
      borderBottom: `1px solid ${colors.line}`,
    },
    updated: { color: 'muted', fontSize: 'sm' },
    lead: { maxWidth: '38.4em', fontSize: 'lg', lineHeight: '1.55' },
    columns: { display: 'grid', gap: 'clamp(2rem,5vw,4.5rem)', alignItems: 'start' },
    contents: {
      fontSize: 'sm',
      lineHeight: '1.4',
      lg: { position: 'sticky', top: '2rem', order: '1' },
      '@media print': { display: 'none' },
    },
    contentsTitle: {
      marginBottom: '.5rem',
      color: 'accent',
      fontSize: 'xs',
      fontWeight: '600',
      letterSpacing: '.13em',
      textTransform: 'uppercase',
    },
    contentsLink: {
      display: 'grid',
      gridTemplateColumns: '1.6rem 1fr',
      alignItems: 'center',
      minHeight: '2.75rem',
      paddingBlock: '.4rem',
      borderTop: `1px solid ${colors.line}`,
      textDecoration: 'none',
    },
    sections: { display: 'grid', gap: 'clamp(2.25rem,5vw,3.5rem)' },
    section: { display: 'grid', gap: '.9rem', breakInside: 'avoid-page' },
    number: { color: 'accent', fontFeatureSettings: '"lnum"', marginInlineEnd: '.5em' },
  },
  variants: {
    contents: { yes: { columns: { lg: { gridTemplateColumns: 'minmax(0,1fr) 17rem' } } }, no: { columns: {} } },
  },
});

export const looks: BlockLooks<'prose', typeof prose> = {
  parts: ['section', 'heading', 'copy', 'hidden'],
};
