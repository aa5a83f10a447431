/** The styles of options that are not cards: a dropdown, a row, a scale, stars. */
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

const star = 'polygon(50% 0,65% 35%,100% 38%,74% 62%,82% 98%,50% 79%,18% 98%,26% 62%,0 38%,35% 35%)';
const heart =
  'polygon(50% 31%,54% 21%,63% 13%,76% 10%,89% 16%,98% 30%,94% 47%,78% 65%,60% 81%,52% 92%,50% 97%,48% 92%,40% 81%,22% 65%,6% 47%,2% 30%,11% 16%,24% 10%,37% 13%,46% 21%)';

export const options = defineSlotRecipe({
  className: 'options',
  slots: [
    'row',
    'option',
    'mark',
    'text',
    'ends',
    'select',
    'picture',
    'badge',
    'iconed',
    'icon',
    'varied',
    'search',
    'found',
    'letters',
  ],
  base: {
    // The letter of each option, on devices with a keyboard. It is drawn into the mark, which no screen reader reads.
    letters: {
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
    row: { display: 'grid', gap: '.5rem', marginTop: '.35rem' },
    option: { position: 'relative', display: 'grid' },
    // The box beside it shows its state. It stays above the box, so that it takes the press and the focus.
    mark: {
      appearance: 'none',
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      zIndex: '1',
      cursor: 'pointer',
      '&:focus-visible': { outline: 'none' },
      '&:focus-visible + span': { outline: `3px solid ${colors.accent}`, outlineOffset: '2px' },
      '&:checked + span': { background: 'strong', borderColor: 'strong', color: 'strongInk' },
      '&[aria-invalid=true] + span': { borderColor: 'poor' },
      '@media (forced-colors:active)': { '&:checked + span': { outline: '3px solid Highlight' } },
    },
    text: {
      display: 'grid',
      placeItems: 'center',
      minHeight: '2.75rem',
      background: 'field',
      border: `1px solid ${colors.edge}`,
      borderRadius: 'control',
      fontSize: 'md',
      lineHeight: '1.4',
      textAlign: 'center',
    },
    picture: { display: 'block', width: '100%', height: 'auto', aspectRatio: '4/3', objectFit: 'cover' },
    badge: {
      display: 'inline-block',
      paddingInline: '.5rem',
      border: '1px solid currentColor',
      borderRadius: '1rem',
      fontSize: 'xs',
      fontWeight: '600',
      lineHeight: '1.6',
      verticalAlign: '.1em',
    },
    varied: {},
    // Above a list with many options.
    search: { display: 'grid' },
    found: { color: 'muted', fontSize: 'sm', lineHeight: '1.4' },
    iconed: { display: 'grid', gridTemplateColumns: 'auto 1fr', alignItems: 'start', gap: '.75rem' },
    icon: {
      width: '1.5rem',
      height: '1.5rem',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '1.5',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    ends: { display: 'flex', justifyContent: 'space-between', gap: '1rem', color: 'muted', fontSize: 'sm' },
    select: {
      appearance: 'none',
      paddingRight: '2.75rem',
      textOverflow: 'ellipsis',
      // A triangle that points down.
      backgroundImage: 'conic-gradient(from -45deg at 50% 100%,currentColor 90deg,#0000 0)',
      backgroundPosition: 'right 1rem center',
      backgroundSize: '.8rem .4rem',
      backgroundRepeat: 'no-repeat',
      // A list that is open has several lines, and no triangle.
      '&[size]': { height: 'auto', paddingRight: '1rem', backgroundImage: 'none' },
      '&[size] option': { paddingBlock: '.35rem' },
    },
  },
  variants: {
    look: {
      pictures: {
        row: { gridTemplateColumns: 'repeat(auto-fill,minmax(8rem,1fr))' },
        text: { alignContent: 'start', gap: '.6rem', overflow: 'hidden', paddingBottom: '.6rem' },
      },
      row: {
        row: { gridTemplateColumns: 'repeat(auto-fit,minmax(6rem,1fr))' },
        text: { minHeight: '3.25rem', paddingInline: '1rem' },
      },
      // All numbers in one row where a mouse can hit a smaller box.
      scale: {
        row: {
          gridTemplateColumns: 'repeat(auto-fit,minmax(2.6rem,1fr))',
          '@media (min-width:36rem)': { gap: '.35rem', gridTemplateColumns: 'repeat(auto-fit,minmax(1.9rem,1fr))' },
        },
      },
      stars: {
        row: { gridTemplateColumns: 'repeat(auto-fit,2.75rem)', gap: '.15rem' },
        option: {
          // Every star up to the chosen one. A browser without `:has` fills only that one.
          '&:has(:checked) > span::before, &:has(~ label :checked) > span::before': { background: 'accent' },
        },
        text: {
          // Its text is for screen readers; the star is drawn.
          fontSize: '0',
          '&&&': { background: 'none', borderColor: 'transparent' },
          _before: {
            content: '""',
            width: '1.9rem',
            height: '1.9rem',
            background: 'edge',
            clipPath: star,
            '@media (forced-colors:active)': { forcedColorAdjust: 'none' },
          },
          'input:checked + &::before': { background: 'accent' },
        },
      },
    },
    // In place of a star.
    shape: { heart: { text: { _before: { clipPath: heart } } } },
  },
});
