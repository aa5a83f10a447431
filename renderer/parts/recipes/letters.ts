import { defineSlotRecipe } from '../../theme/chakra.ts';

/** The letters of options, on devices with a keyboard. They are drawn into the marks, which no screen reader reads. */
export const letters = defineSlotRecipe({
  className: 'letters',
  slots: ['root'],
  base: {
    root: {
      counterReset: 'option',
      '& :is(.question__mark,.field__mark)': {
        counterIncrement: 'option',
        _before: { gridArea: '1/1' },
        '@media (hover:hover) and (pointer:fine)': {
          '&:not(:checked)::after': {
            content: 'counter(option,upper-alpha)',
            gridArea: '1/1',
            fontSize: 'xs',
            fontWeight: '600',
            lineHeight: '1',
          },
        },
      },
    },
  },
});
