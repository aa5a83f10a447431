/** The styles of a ranking: a row for each place. */
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const ranking = defineSlotRecipe({
  className: 'ranking',
  slots: ['places', 'place', 'label', 'moves', 'move'],
  base: {
    places: { display: 'grid', gap: '.6rem', marginTop: '.35rem', listStyle: 'none', padding: '0' },
    place: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0,1fr) auto',
      alignItems: 'center',
      gap: '.25rem .5rem',
      '@media (min-width:36rem)': { gridTemplateColumns: '5rem minmax(0,1fr) auto' },
    },
    label: {
      gridColumn: '1/-1',
      color: 'muted',
      fontSize: 'sm',
      lineHeight: '1.3',
      '@media (min-width:36rem)': { gridColumn: 'auto' },
    },
    // Without a script nothing moves: a visitor chooses an option for each place.
    moves: { display: 'flex', gap: '.35rem', '@media (scripting:none)': { display: 'none' } },
    move: {
      width: '2.75rem',
      height: '3.25rem',
      background: 'field',
      border: `1px solid ${colors.edge}`,
      borderRadius: 'control',
      fontSize: 'md',
      cursor: 'pointer',
      _hover: { borderColor: 'fg' },
      '&[aria-disabled=true]': { color: 'muted', borderColor: 'line', cursor: 'default' },
    },
  },
});
