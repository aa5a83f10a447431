/** The styles of a signature: a pad to draw on, and a field for the name. */
import { defineSlotRecipe } from '../../theme/chakra.ts';
import { colors } from '../../theme/tokens.ts';

export const signature = defineSlotRecipe({
  className: 'signature',
  slots: ['pad', 'drawing', 'place', 'clear', 'typed'],
  base: {
    pad: {
      position: 'relative',
      marginTop: '.35rem',
      background: 'field',
      border: `1px solid ${colors.edge}`,
      borderRadius: 'control',
      '&:has(+ label [aria-invalid=true])': { borderColor: 'poor', boxShadow: `inset 0 0 0 1px ${colors.poor}` },
    },
    drawing: {
      display: 'block',
      width: '100%',
      aspectRatio: '2',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '4',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      cursor: 'crosshair',
      // A finger draws, and does not scroll the page.
      touchAction: 'none',
      userSelect: 'none',
    },
    // The line to sign on.
    place: {
      position: 'absolute',
      insetInline: '1rem',
      bottom: '1.25rem',
      paddingTop: '.35rem',
      borderTop: `1px solid ${colors.line}`,
      color: 'muted',
      fontSize: 'sm',
      lineHeight: '1.3',
      pointerEvents: 'none',
    },
    clear: {
      position: 'absolute',
      top: '0',
      right: '0',
      minHeight: '2.75rem',
      paddingInline: '1rem',
      background: 'none',
      border: '0',
      color: 'fg',
      fontSize: 'sm',
      textDecoration: 'underline',
      cursor: 'pointer',
      _disabled: { visibility: 'hidden' },
    },
    typed: { display: 'grid', gap: '.45rem', fontSize: 'sm', lineHeight: '1.4' },
  },
  variants: {
    // Its place is kept, so that the page does not move under the pen.
    state: { drawn: { typed: { visibility: 'hidden' } } },
  },
});
