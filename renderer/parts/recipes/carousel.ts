import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

const edge = 'var(--section-x,clamp(1.25rem,5vw,4rem))';

const asGrid = { display: 'grid', overflow: 'visible', margin: '0', padding: '0' } as const;

const asGridItem = { width: 'auto', maxWidth: 'none' } as const;

/** A strip that scrolls sideways, and a grid from a given width. */
export const carousel = defineSlotRecipe({
  className: 'carousel',
  slots: ['track', 'slide', 'controls', 'go', 'dot'],
  base: {
    track: {
      display: 'flex',
      gap: 'clamp(1rem,2.2vw,1.75rem)',
      marginInline: `calc(-1*${edge})`,
      paddingInline: edge,
      paddingBlock: '.25rem 2.25rem',
      marginBottom: '-1.25rem',
      scrollPaddingInline: edge,
      overflowX: 'auto',
      scrollSnapType: 'x mandatory',
      scrollbarWidth: 'none',
    },
    slide: {
      flex: 'none',
      width: '88%',
      maxWidth: '24rem',
      scrollSnapAlign: 'center',
      minWidth: '0',
      '& > *': { height: '100%' },
    },
    controls: { display: 'flex', alignItems: 'center', justifyContent: 'center', marginTop: '1.25rem' },
    go: {
      position: 'relative',
      width: '2.75rem',
      height: '2.75rem',
      marginInline: '.5rem',
      background: 'none',
      border: `1px solid ${colors.edge}`,
      borderRadius: '50%',
      _before: {
        content: '""',
        position: 'absolute',
        inset: '0',
        margin: 'auto',
        width: '.55rem',
        height: '.55rem',
        border: '1.5px solid',
        borderWidth: '0 0 1.5px 1.5px',
      },
      _hover: { borderColor: 'accent', color: 'accent' },
    },
    dot: {
      width: '1.75rem',
      height: '2.75rem',
      background: 'none',
      _before: {
        content: '""',
        display: 'block',
        margin: 'auto',
        width: '.5rem',
        height: '.5rem',
        borderRadius: '50%',
        border: `1.5px solid ${colors.edge}`,
      },
      // Filled by its border, because forced colours remove backgrounds.
      '&[aria-current]::before': { borderWidth: '.25rem', borderColor: 'accent' },
    },
  },
  variants: {
    to: {
      previous: { go: { _before: { transform: 'translateX(.12rem) rotate(45deg)' } } },
      next: { go: { _before: { transform: 'translateX(-.12rem) rotate(225deg)' } } },
    },
    until: {
      md: { track: { md: asGrid }, slide: { md: asGridItem }, controls: { md: { display: 'none' } } },
      lg: { track: { lg: asGrid }, slide: { lg: asGridItem }, controls: { lg: { display: 'none' } } },
    },
    // Shown only in the strip.
    beyond: {
      md: { slide: { md: { display: 'none' } } },
      lg: { slide: { lg: { display: 'none' } } },
    },
  },
});
