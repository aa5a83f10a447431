/** The styles of a group that repeats: a frame around each entry. */
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const rows = defineSlotRecipe({
  className: 'rows',
  slots: ['entry', 'name', 'remove', 'add'],
  base: {
    entry: {
      display: 'grid',
      gap: '1.1rem',
      minWidth: '0',
      marginTop: '.6rem',
      padding: '1.1rem',
      border: `1px solid ${colors.line}`,
      borderRadius: 'control',
    },
    // A legend that floats is an item of its grid.
    name: { float: 'left', fontWeight: 'bold', lineHeight: '1.4' },
    remove: { justifySelf: 'start', paddingInline: '0' },
    add: { justifySelf: 'start', marginTop: '.6rem' },
  },
});
