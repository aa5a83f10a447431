import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The step of a flow. Its blocks share one maximum width and are closer together than sections of a page. */
export const stage = defineSlotRecipe({
  className: 'stage',
  slots: ['root', 'screen'],
  base: {
    root: {
      '--measure': 'var(--stage-measure,46rem)',
      '--four': '2',
      '--section-y': '0px',
      flex: '1',
      display: 'flex',
      flexDirection: 'column',
      // The footer begins below the first view: it would otherwise move, and be painted again, with the length of each step.
      '@media (max-width:35.99rem)': { minHeight: '100svh' },
    },
    // An island wraps its blocks in an element.
    screen: {
      flex: '1',
      // A wide first block makes the blocks below it as wide.
      '&:has(> div > .hero .hero__columns,> div > .section:first-child .split)': {
        '--measure': '72rem',
        '--four': '4',
      },
      '&, & > div': { display: 'flex', flexDirection: 'column' },
      '& > div': { flex: '1', gap: 'clamp(1.75rem,4vw,2.75rem)' },
      '& > div > .section:not(.tone):first-child': { paddingTop: 'var(--stage-y,clamp(2rem,5.5vw,4.5rem))' },
      '& > div > .section:not(.tone):last-child': { paddingBottom: 'var(--stage-y,clamp(3rem,7vw,6rem))' },
      '& > div > .tone + .section:not(.tone)': { paddingTop: '1.25rem' },
      '& > div > .section.tone': { '--section-y': 'clamp(2.5rem,5vw,4rem)' },
      '& > div > .hero:not(.tone, :only-child)': { paddingBottom: 'clamp(1rem,3vw,2.5rem)' },
      '& > div > .hero:only-child': { flex: '1', display: 'grid', alignItems: 'center' },
    },
  },
});

export const looks: BlockLooks<'stage', typeof stage> = {
  parts: [],
};
