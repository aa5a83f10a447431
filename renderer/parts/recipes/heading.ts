import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The typography of a page's heading. */
export const pageHeading = { fontSize: 'h1', maxWidth: '11.2em', letterSpacing: '-.022em' } as const;

/** The heading of a section. */
export const heading = defineSlotRecipe({
  className: 'heading',
  slots: ['root'],
  base: { root: { fontSize: 'h2', maxWidth: '14.2em' } },
  variants: {
    size: {
      page: { root: { ...pageHeading, lineHeight: '1.06' } },
      section: { root: {} },
      card: { root: { fontSize: 'h3', maxWidth: '17.7em', lineHeight: '1.2' } },
      item: { root: { fontSize: 'h4', maxWidth: 'none', lineHeight: '1.28', letterSpacing: '-.006em' } },
    },
  },
});
