import { defineSlotRecipe } from '../../theme/chakra.ts';

// Adjacent sections with the same tone share one gap.
const joined = { '&:where(.section) + &:where(.section)': { paddingBlockStart: '0' } } as const;

const night = { colorScheme: 'dark', ...joined } as const;

/** Tones of sections and cards. The theme defines the colours of each tone for this class. */
export const tone = defineSlotRecipe({
  className: 'tone',
  slots: ['root'],
  base: { root: { background: 'bg', color: 'fg' } },
  variants: {
    as: {
      plain: { root: joined },
      soft: { root: joined },
      dark: { root: night },
      accent: { root: night },
      success: { root: joined },
      warning: { root: joined },
      danger: { root: joined },
    },
  },
});
