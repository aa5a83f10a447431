import { defineSlotRecipe } from '../../theme/chakra.ts';

const columns = (count: number | string) => ({ gridTemplateColumns: `repeat(${count},minmax(0,1fr))` });

/** Selects a grid by the number of its items. @param last the `:nth-child` argument that its last item matches */
const where = (last: string) => `&:has(> :nth-child(${last}):last-child)`;

/** Up to this number of columns, and fewer if the last row would have a single item. */
const atMost = {
  '2': { ...columns(2), [where('2n+1')]: columns(1) },
  '3': { ...columns(3), [where('2')]: columns(2), [where('3n+1')]: columns(2), [where('6n+1')]: columns(1) },
  '4': {
    // A narrow section has room for two.
    ...columns('var(--four,4)'),
    [where('2')]: columns(2),
    [where('3')]: columns(3),
    [where('4n+1')]: columns(3),
    [where('12n+1')]: columns(1),
  },
} as const;

// Closed ranges: the selector of a count is more specific than the rule of a wider screen.
const phone = '@media (min-width:23rem) and (max-width:47.99rem)';

const tablet = '@media (min-width:48rem) and (max-width:61.99rem)';

/** Columns by screen width and number of items. */
export const grid = defineSlotRecipe({
  className: 'grid',
  slots: ['root'],
  base: { root: { display: 'grid' } },
  variants: {
    kind: {
      // The author's maximum number of columns.
      '1': { root: {} },
      '2': { root: { md: atMost['2'] } },
      '3': { root: { [tablet]: atMost['2'], lg: atMost['3'] } },
      '4': { root: { [tablet]: atMost['2'], lg: atMost['4'] } },
      // Figures are short: only the smallest phones have no room for three.
      figures: { root: { [phone]: atMost['3'], md: atMost['4'] } },
      steps: { root: { [tablet]: atMost['3'], lg: atMost['4'] } },
      cases: { root: { lg: atMost['3'] } },
    },
  },
});
