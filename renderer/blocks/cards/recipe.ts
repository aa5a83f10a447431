import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

/** The icon beside the title. */
const beside = {
  position: 'relative',
  '& > .cards__icon': { position: 'absolute', width: '1.75rem', height: '1.75rem' },
  '& > .heading,& > .cards__eyebrow': { paddingInlineStart: '2.75rem' },
} as const;

export const cards = defineSlotRecipe({
  className: 'cards',
  slots: ['items', 'item', 'icon', 'eyebrow', 'text', 'value', 'action'],
  base: {
    items: { gap: 'clamp(1rem,2.2vw,1.75rem)' },
    item: {
      display: 'flex',
      flexDirection: 'column',
      gap: '.85rem',
      minWidth: '0',
      padding: 'clamp(1.25rem,2.6vw,2.25rem)',
      background: 'surface',
      border: `1px solid ${colors.line}`,
      borderRadius: 'card',
    },
    icon: {
      width: '2.25rem',
      height: '2.25rem',
      marginBottom: '.75rem',
      color: 'accent',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '1.1',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    eyebrow: {
      marginBottom: '-.2rem',
      color: 'accent',
      fontSize: 'xs',
      fontWeight: '600',
      letterSpacing: '.1em',
      textTransform: 'uppercase',
    },
    text: { color: 'muted' },
    // Aligns the prices of all cards at the bottom.
    value: {
      marginTop: 'auto',
      paddingTop: '.5rem',
      fontFamily: 'heading',
      fontSize: 'h3',
      lineHeight: '1.2',
      fontFeatureSettings: '"lnum"',
    },
    action: { marginTop: 'auto', paddingTop: '.75rem', '& .button--emphasis_quiet': { paddingInline: '0' } },
  },
  variants: {
    layout: {
      rows: {
        items: { borderTop: `1px solid ${colors.line}` },
        item: {
          position: 'relative',
          gap: '.4rem',
          paddingBlock: '1.35rem',
          paddingInline: '3.5rem 0',
          background: 'none',
          border: '0',
          borderBottom: `1px solid ${colors.line}`,
          borderRadius: '0',
          '& > .cards__icon': { position: 'absolute', insetInlineStart: '0' },
        },
      },
    },
    // The largest screens on which the cards are in one column.
    single: {
      phone: { item: { '@media (max-width:47.99rem)': beside } },
      tablet: { item: { '@media (max-width:61.99rem)': beside } },
    },
  },
});

export const looks: BlockLooks<'cards', typeof cards> = {
  parts: ['section', 'grid', 'heading', 'eyebrow', 'intro', 'outro', 'copy', 'points', 'button', 'buttons', 'hidden'],
};
