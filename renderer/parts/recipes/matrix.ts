/** The styles of a matrix: a table where there is room, a group of options for each row on a phone. */
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';
import { readAloudOnly } from './hidden.ts';

const wide = '@media (min-width:36rem)';
const columns = {
  display: 'grid',
  gridTemplateColumns: 'minmax(7rem,1.5fr)',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0,1fr)',
  alignItems: 'center',
  gap: '.5rem',
} as const;

export const matrix = defineSlotRecipe({
  className: 'matrix',
  slots: ['root', 'columns', 'column', 'row', 'name', 'option', 'text'],
  base: {
    root: {
      [wide]: {
        gap: '.25rem',
        '& + &': { marginTop: '-1.1rem', paddingTop: '.25rem', borderTop: `1px solid ${colors.line}` },
      },
    },
    columns: { display: 'none', [wide]: columns },
    column: { color: 'muted', fontSize: 'sm', lineHeight: '1.3', textAlign: 'center', overflowWrap: 'anywhere' },
    row: { display: 'grid', gap: '.4rem', minWidth: '0', [wide]: columns },
    // A legend that floats is an item of its grid.
    name: { fontSize: 'md', lineHeight: '1.4', [wide]: { float: 'left' } },
    option: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      alignItems: 'center',
      gap: '.85rem',
      minHeight: '2.75rem',
      paddingInline: '.75rem',
      border: `1px solid ${colors.line}`,
      borderRadius: 'control',
      cursor: 'pointer',
      '&:has(:checked)': { borderColor: 'accent', background: 'surface' },
      [wide]: {
        gridTemplateColumns: 'auto',
        justifyContent: 'center',
        paddingInline: '0',
        border: '0',
        '&:has(:checked)': { background: 'none' },
      },
    },
    text: { fontSize: 'md', lineHeight: '1.4', [wide]: readAloudOnly },
  },
});
