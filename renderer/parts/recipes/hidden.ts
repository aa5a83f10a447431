import { defineSlotRecipe } from '../../theme/chakra.ts';

/** Visible only to screen readers. */
export const readAloudOnly = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

export const hidden = defineSlotRecipe({ className: 'hidden', slots: ['root'], base: { root: readAloudOnly } });
