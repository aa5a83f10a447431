import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const calendar = defineSlotRecipe({
  className: 'calendar',
  slots: ['root'],
  base: {
    root: {
      display: 'grid',
      gap: '1.5rem',
      maxWidth: '52rem',
      padding: 'clamp(1.5rem,4.5vw,2.5rem)',
      background: 'surface',
      border: `1px solid ${colors.line}`,
      borderRadius: 'card',
    },
  },
  variants: { toned: { yes: { root: { background: 'bg' } } } },
});

export const looks: BlockLooks<'calendar', typeof calendar> = {
  parts: ['section', 'heading', 'button', 'buttons', 'hidden'],
};
