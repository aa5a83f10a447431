import { defineSlotRecipe } from '../../theme/chakra.ts';

// Neighbours on one ground share one gap.
const joined = { '&:where(.section) + &:where(.section)': { paddingBlockStart: '0' } } as const;

const night = { colorScheme: 'dark', ...joined } as const;

/** Grounds. The theme gives each tone its colours under this class; a card or a section takes it on. */
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
