import { colors } from '../../theme/tokens.ts';

/** A small diamond before a short text. */
export const diamond = {
  content: '""',
  flex: 'none',
  width: '.4rem',
  height: '.4rem',
  border: `1.5px solid ${colors.accent}`,
  transform: 'rotate(45deg) translate(-.12rem,-.12rem)',
} as const;
