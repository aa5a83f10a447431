import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The size of a page's heading in a column. */
export const titleInColumn = 'clamp(2.25rem,1.75rem + 2vw,3.5rem)';

export const split = defineSlotRecipe({
  className: 'split',
  slots: ['root', 'column'],
  base: {
    root: {
      '--wide': 'none',
      display: 'grid',
      gap: 'clamp(1.75rem,6vw,5.5rem)',
      alignItems: 'start',
      lg: { gridTemplateColumns: 'minmax(0,13fr) minmax(0,12fr)' },
    },
    column: {
      '--measure': 'none',
      // A hero's picture is below its text.
      '--beside': '1fr',
      '--section-y': '0px',
      '--section-x': '0px',
      '--stage-y': '0px',
      display: 'grid',
      gap: 'clamp(1.75rem,3.5vw,2.75rem)',
      minWidth: '0',
      // The last column, usually a form, stays visible beside a long text.
      lg: { '&:last-child': { position: 'sticky', top: '6.5rem' } },
      // A column of half a page has room for a grid of one column.
      '& .grid': { lg: { gridTemplateColumns: 'minmax(0,1fr)!important' } },
      '& .heading--size_section': { fontSize: 'clamp(1.625rem,1.45rem + .75vw,2.125rem)' },
      '& .hero': { overflow: 'visible', paddingBlock: '0' },
      '& .hero::after': { display: 'none' },
      '& .heading--size_page': { fontSize: titleInColumn },
      '& .section.tone': { padding: 'clamp(1.5rem,4vw,2.5rem)', borderRadius: 'card' },
    },
  },
  variants: { first: { aside: { column: { '@media (max-width:61.99rem)': { '&:last-child': { order: '-1' } } } } } },
});

export const looks: BlockLooks<'split', typeof split> = {
  parts: ['section'],
};
