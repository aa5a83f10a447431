/** The default icon, in the site's colours. */
import { neutralColors, type SiteTheme } from '../theme/palette.ts';

/** Draws the default icon as SVG. */
export function drawMark(theme: SiteTheme): string {
  const { night, accent } = { ...neutralColors, ...theme?.colors };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${night}"/><path d="M16 7l9 9-9 9-9-9z" fill="none" stroke="${accent}" stroke-width="2.5"/></svg>`;
}
