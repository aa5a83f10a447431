/** The styles of parts that the blocks of landing pages share. */

import { defineSlotRecipe } from '../theme/chakra.ts';
import { colors } from '../theme/tokens.ts';

/** The eyebrow, title and lead of a section. */
export const intro = defineSlotRecipe({
  className: 'intro',
  slots: ['root', 'lead'],
  base: {
    root: { marginBottom: 'clamp(1.5rem,4vw,3.5rem)' },
    lead: {
      marginTop: 'clamp(.85rem,2vw,1.1rem)',
      maxWidth: '38.4em',
      color: 'muted',
      fontSize: 'lg',
      lineHeight: '1.55',
      textWrap: 'pretty',
    },
  },
});

/** The note and actions at the end of a section. */
export const outro = defineSlotRecipe({
  className: 'outro',
  slots: ['note', 'actions'],
  base: {
    note: { marginTop: '1.75rem', maxWidth: '38.4em', color: 'muted', fontSize: 'sm' },
    actions: { marginTop: 'clamp(1.5rem,4vw,3rem)' },
  },
});

const columns = (count: number | string) => ({ gridTemplateColumns: `repeat(${count},minmax(0,1fr))` });
/** Selects a grid by the number of its items. @param last the `:nth-child` argument that its last item matches */
const where = (last: string) => `&:has(> :nth-child(${last}):last-child)`;

/** Up to this number of columns, and fewer if the last row would have a single item. */
const atMost = {
  '2': { ...columns(2), [where('2n+1')]: columns(1) },
  '3': { ...columns(3), [where('2')]: columns(2), [where('3n+1')]: columns(2), [where('6n+1')]: columns(1) },
  '4': {
    // A narrow section has room for two.
    ...columns('var(--four,4)'),
    [where('2')]: columns(2),
    [where('3')]: columns(3),
    [where('4n+1')]: columns(3),
    [where('12n+1')]: columns(1),
  },
} as const;

// Closed ranges: the selector of a count is more specific than the rule of a wider screen.
const phone = '@media (min-width:23rem) and (max-width:47.99rem)';
const tablet = '@media (min-width:48rem) and (max-width:61.99rem)';

/** Columns by screen width and number of items. */
export const grid = defineSlotRecipe({
  className: 'grid',
  slots: ['root'],
  base: { root: { display: 'grid' } },
  variants: {
    kind: {
      // The author's maximum number of columns.
      '1': { root: {} },
      '2': { root: { md: atMost['2'] } },
      '3': { root: { [tablet]: atMost['2'], lg: atMost['3'] } },
      '4': { root: { [tablet]: atMost['2'], lg: atMost['4'] } },
      // Figures are short: only the smallest phones have no room for three.
      figures: { root: { [phone]: atMost['3'], md: atMost['4'] } },
      steps: { root: { [tablet]: atMost['3'], lg: atMost['4'] } },
      cases: { root: { lg: atMost['3'] } },
    },
  },
});

/** The sign of a disclosure: a plus when closed, a minus when open. */
export const sign = defineSlotRecipe({
  className: 'sign',
  slots: ['root'],
  base: {
    root: {
      position: 'relative',
      flex: 'none',
      width: '1rem',
      height: '1rem',
      color: 'accent',
      '&::before,&::after': {
        content: '""',
        position: 'absolute',
        insetInline: '0',
        top: '50%',
        borderTop: '1.5px solid',
        transition: 'transform .2s',
      },
      _after: { transform: 'rotate(90deg)' },
      '[open] > summary > &::after': { transform: 'none' },
    },
  },
});

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
