import type { BlockLooks } from '../../parts/block-looks.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const compare = defineSlotRecipe({
  className: 'compare',
  slots: ['root', 'way', 'note'],
  base: {
    root: { display: 'grid', gap: 'clamp(1rem,2.2vw,1.75rem)', md: { gridTemplateColumns: 'repeat(2,minmax(0,1fr))' } },
    way: {
      display: 'grid',
      alignContent: 'start',
      gap: 'clamp(1rem,2.2vw,1.5rem)',
      padding: 'clamp(1.25rem,3.6vw,2.75rem)',
      background: 'surface',
      border: `1px solid ${colors.line}`,
      borderRadius: 'card',
    },
    note: {
      marginTop: 'clamp(1.5rem,4vw,3rem)',
      maxWidth: '22.3em',
      fontFamily: 'heading',
      fontSize: 'h4',
      lineHeight: '1.4',
      textWrap: 'balance',
    },
  },
  variants: { toned: { yes: { way: { background: 'bg' } } } },
});

export const looks: BlockLooks<'compare', typeof compare> = {
  parts: ['section', 'heading', 'intro', 'outro', 'points', 'button', 'buttons', 'hidden', '.tone'],
};
