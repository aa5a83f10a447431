/** The styles of a slider and of a field for money. */
import { defineSlotRecipe } from '../../theme/chakra.ts';

export const amount = defineSlotRecipe({
  className: 'amount',
  slots: ['computed', 'slider', 'value', 'range', 'ends', 'money', 'unit'],
  base: {
    // The server computes it when the form is posted.
    computed: { '@media (scripting:none)': { display: 'none' } },
    slider: { display: 'grid', gap: '.15rem' },
    value: { fontSize: 'lg', fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
    // A thumb of 44 pixels would hide its track, so the control is as high as a finger.
    range: { width: '100%', height: '2.75rem', margin: '0', accentColor: 'accent', cursor: 'pointer' },
    ends: { display: 'flex', justifyContent: 'space-between', gap: '1rem', color: 'muted', fontSize: 'sm' },
    money: { display: 'flex', alignItems: 'center', gap: '.6rem' },
    unit: { color: 'muted', fontSize: 'md' },
  },
});
