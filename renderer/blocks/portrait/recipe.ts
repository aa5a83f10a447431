import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const portrait = defineSlotRecipe({
  className: 'portrait',
  slots: ['root', 'figure', 'picture', 'caption', 'words', 'quote'],
  base: {
    root: {
      display: 'grid',
      gap: 'clamp(1.75rem,6vw,5.5rem)',
      alignItems: 'center',
      lg: { gridTemplateColumns: 'minmax(0,5fr) minmax(0,6fr)' },
    },
    figure: { position: 'relative', maxWidth: '30rem', paddingInlineEnd: '1.25rem' },
    // A second thin frame, offset behind the picture.
    picture: {
      width: '100%',
      height: 'auto',
      borderRadius: 'card',
      '@media (max-width:47.99rem)': { aspectRatio: '8/5', objectFit: 'cover', objectPosition: '50% 42%' },
      boxShadow: `1.25rem 1.25rem 0 -1px ${colors.bg},1.25rem 1.25rem 0 0 ${colors.accent}`,
    },
    caption: { marginTop: '2.25rem', color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
    words: {
      display: 'grid',
      gap: 'clamp(1.15rem,2.2vw,1.5rem)',
      minWidth: '0',
      '& > .eyebrow': { marginBottom: '0' },
    },
    quote: {
      paddingInlineStart: '1.5rem',
      borderInlineStart: `2px solid ${colors.accent}`,
      fontFamily: 'heading',
      fontSize: 'h4',
      lineHeight: '1.45',
      textWrap: 'pretty',
    },
  },
});

export const looks: BlockLooks<'portrait', typeof portrait> = {
  parts: ['section', 'heading', 'eyebrow', 'copy', 'points', 'button', 'buttons', 'hidden'],
};
