import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The note and actions at the end of a section. */
export const outro = defineSlotRecipe({
  className: 'outro',
  slots: ['note', 'actions'],
  base: {
    note: { marginTop: '1.75rem', maxWidth: '38.4em', color: 'muted', fontSize: 'sm' },
    actions: { marginTop: 'clamp(1.5rem,4vw,3rem)' },
  },
});
