import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const video = defineSlotRecipe({
  className: 'video',
  slots: ['root', 'figure', 'caption'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.5rem,3vw,2.25rem)', maxWidth: '62rem' },
    figure: { display: 'grid', gap: '1rem' },
    caption: { maxWidth: '42.2em', color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
  },
  // Aligned with its heading; centred without one.
  variants: { titled: { no: { root: { marginInline: 'auto' } } } },
});

export const looks: BlockLooks<'video', typeof video> = {
  parts: ['section', 'heading', 'player', 'hidden', '.tone', '.tone--as_dark'],
};
