/** The styles of a number with its label, such as `200+ workshops`. */
import { colors } from '../../theme/tokens.ts';

export const figure = {
  // The label comes first in the HTML, so that screen readers announce it first.
  item: {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    gap: '.6rem',
    paddingTop: '1.1rem',
    borderTop: `1px solid ${colors.line}`,
  },
  value: {
    fontFamily: 'heading',
    fontSize: 'clamp(1.75rem,1.25rem + 2.1vw,3.25rem)',
    lineHeight: '1',
    letterSpacing: '-.025em',
    fontFeatureSettings: '"lnum"',
  },
  label: { color: 'muted', fontSize: 'sm', lineHeight: '1.5', maxWidth: '18em' },
} as const;
