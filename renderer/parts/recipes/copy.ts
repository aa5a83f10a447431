import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

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
