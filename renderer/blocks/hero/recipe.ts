import type { BlockLooks } from '../../parts/block-looks.ts';
import { diamond } from '../../parts/recipes/diamond.ts';
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

/** The text below a title, and the size of a title beside a picture. `document/first-words.ts` reads them. */
export const heroLead = { maxWidth: '34.6em', fontSize: 'lg' } as const;
export const titleBeside = 'clamp(2.25rem,1.6rem + 2.6vw,3.75rem)';

export const hero = defineSlotRecipe({
  className: 'hero',
  slots: ['root', 'columns', 'picture', 'body', 'lead', 'chips', 'chip', 'actions'],
  base: {
    root: {
      position: 'relative',
      isolation: 'isolate',
      overflow: 'hidden',
      '@supports (overflow:clip)': { overflow: 'clip' },
      paddingBlock: 'clamp(2.75rem,8.5vw,8rem)',
      // A decoration of thin rings.
      _after: {
        content: '""',
        position: 'absolute',
        zIndex: '-1',
        insetInlineEnd: 'max(-18rem,-30vw)',
        top: '50%',
        width: '46rem',
        aspectRatio: '1',
        translate: '0 -50%',
        borderRadius: '50%',
        background: `repeating-radial-gradient(circle,transparent 0 27px,${colors.accent} 27px 28px)`,
        opacity: '.26',
        maskImage: 'radial-gradient(circle,transparent 22%,#000 60%,transparent 71%)',
        pointerEvents: 'none',
        '@media (max-width:61.99rem)': { opacity: '.14' },
      },
    },
    // The picture is beside the text; below it on narrow screens.
    columns: {
      display: 'grid',
      gap: 'clamp(2.5rem,5vw,5rem)',
      alignItems: 'center',
      lg: { gridTemplateColumns: 'var(--beside,minmax(0,13fr) minmax(0,11fr))' },
      '& .heading--size_page': { fontSize: titleBeside },
    },
    picture: {
      width: '100%',
      height: 'auto',
      maxHeight: 'clamp(16rem,60vw,36rem)',
      objectFit: 'contain',
      borderRadius: 'card',
    },
    body: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
    lead: {
      marginTop: '1.5rem',
      color: 'muted',
      ...heroLead,
      lineHeight: '1.55',
      textWrap: 'pretty',
    },
    chips: { display: 'flex', flexWrap: 'wrap', gap: '.6rem 2rem', marginTop: '1.9rem' },
    chip: {
      display: 'flex',
      alignItems: 'baseline',
      gap: '.7em',
      fontSize: 'sm',
      fontWeight: '500',
      _before: diamond,
    },
    actions: { marginTop: '2.4rem', alignSelf: 'stretch' },
  },
  variants: {
    size: {
      normal: { columns: {}, body: {} },
      // A small picture stays beside the title; on a phone the text that follows is below both.
      small: {
        columns: {
          gridTemplateColumns: '6.5rem minmax(0,1fr)',
          gridAutoFlow: 'dense',
          gap: '1.25rem',
          alignItems: 'start',
          md: { gridTemplateColumns: 'minmax(0,4fr) minmax(0,9fr)', gap: 'clamp(1.75rem,3vw,2.5rem)' },
          lg: { gridTemplateColumns: 'minmax(0,4fr) minmax(0,9fr)' },
          '& .hero__body > .heading--size_page': { fontSize: 'clamp(1.625rem,1.1rem + 2.1vw,2.75rem)' },
          '& > .hero__picture': { gridColumn: '1', md: { gridRow: '1' } },
        },
        body: {
          '@media (max-width:47.99rem)': {
            display: 'contents',
            '& > *': { gridColumn: '1/-1', marginBlock: '0' },
            '& > .heading': { gridColumn: '2' },
          },
        },
      },
    },
    align: {
      center: {
        // Places the rings around the text, not behind it.
        root: {
          _after: {
            insetInlineEnd: '50%',
            translate: '50% -50%',
            width: '76rem',
            maskImage:
              'radial-gradient(circle,transparent 46%,#000 62%,transparent 71%),linear-gradient(transparent 22%,#000 42% 58%,transparent 78%)',
            maskComposite: 'intersect',
          },
        },
        columns: { lg: { gridTemplateColumns: '1fr' } },
        body: { alignItems: 'center', textAlign: 'center' },
        lead: { marginInline: 'auto' },
        chips: { justifyContent: 'center' },
      },
    },
  },
});

export const looks: BlockLooks<'hero', typeof hero> = {
  parts: ['section', 'heading', 'eyebrow', 'button', 'buttons', 'hidden'],
  chosen: ({ align, imageSize: pictureSize }) => ({
    hero: { align: align === 'center' ? align : undefined, size: pictureSize },
  }),
};
