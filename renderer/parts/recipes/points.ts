import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

const mark = { content: '""', position: 'absolute', insetInlineStart: '.2rem' } as const;

/** Short points with a mark. */
export const points = defineSlotRecipe({
  className: 'points',
  slots: ['root', 'item'],
  base: {
    root: { display: 'grid', gap: '.7rem' },
    item: {
      position: 'relative',
      paddingInlineStart: '2.1rem',
      _before: {
        ...mark,
        top: '.44em',
        width: '.85rem',
        height: '.45rem',
        border: `1.5px solid ${colors.accent}`,
        borderWidth: '0 0 1.5px 1.5px',
        transform: 'rotate(-45deg)',
      },
    },
  },
  variants: {
    mark: {
      check: { item: {} },
      cross: {
        item: {
          color: 'muted',
          '&::before,&::after': {
            ...mark,
            top: '.76em',
            width: '.9rem',
            height: '0',
            borderWidth: '1.5px 0 0',
            borderStyle: 'solid',
            borderColor: 'poor',
            transform: 'rotate(45deg)',
          },
          _after: { transform: 'rotate(-45deg)' },
        },
      },
      dash: {
        item: { color: 'muted', _before: { top: '.76em', height: '0', borderWidth: '1.5px 0 0', transform: 'none' } },
      },
    },
  },
});
