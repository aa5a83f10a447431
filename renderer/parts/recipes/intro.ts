import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The eyebrow, title and lead of a section. */
export const intro = defineSlotRecipe({
  className: 'intro',
  slots: ['root', 'lead'],
  base: {
    root: { marginBottom: 'clamp(1.5rem,4vw,3.5rem)' },
    lead: {
      marginTop: 'clamp(.85rem,2vw,1.1rem)',
      maxWidth: '38.4em',
      color: 'muted',
      fontSize: 'lg',
      lineHeight: '1.55',
      textWrap: 'pretty',
    },
  },
});
