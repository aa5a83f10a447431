import type { BlockLooks } from '../../parts/block-looks.ts';
import { figure } from '../../parts/recipes/figure.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const stats = defineSlotRecipe({
  className: 'stats',
  slots: ['root', 'items', 'item', 'value', 'label'],
  base: {
    root: { display: 'grid', gap: 'clamp(1.75rem,3.5vw,3rem)' },
    items: { gap: '1.5rem clamp(1rem,4vw,3rem)' },
    item: figure.item,
    value: { ...figure.value, fontWeight: '400' },
    label: figure.label,
  },
});

export const looks: BlockLooks<'stats', typeof stats> = {
  parts: ['section', 'grid', 'heading', 'hidden'],
  chosen: () => ({ grid: { kind: 'figures' } }),
};
