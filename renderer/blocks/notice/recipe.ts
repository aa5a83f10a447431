import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors, radii } from '../../theme/tokens.ts';

export const notice = defineSlotRecipe({
  className: 'notice',
  slots: ['root', 'title'],
  base: {
    root: {
      maxWidth: '52rem',
      padding: 'clamp(1.25rem,3vw,1.75rem) clamp(1.25rem,3.5vw,2.25rem)',
      background: 'surface',
      borderInlineStart: `3px solid ${colors.accent}`,
      borderRadius: `0 ${radii.card} ${radii.card} 0`,
    },
    title: { marginBottom: '.4rem', fontFamily: 'heading', fontSize: 'h4', fontWeight: '500', lineHeight: '1.3' },
  },
  // A tone has its own background.
  variants: { toned: { yes: { root: { background: 'bg' } } } },
});

export const looks: BlockLooks<'notice', typeof notice> = {
  parts: ['section', 'copy', 'hidden'],
};
