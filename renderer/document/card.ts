/** The generated picture of a social card: the page's title in the site's theme. */

import { breakLines, drawLine, lineWidth } from '../theme/outlines.ts';
import type { SiteTheme } from '../theme/palette.ts';
import { shadesOfTheme } from '../theme/palette.ts';
import { fontsOf } from '../theme/system.ts';

/** The size that social networks show uncropped, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

const margin = 88;
const measure = 900;
/** Sizes of the title, largest first, each with its maximum number of lines. */
const sizes = [
  { size: 84, most: 3 },
  { size: 72, most: 4 },
  { size: 60, most: 5 },
  { size: 48, most: 6 },
] as const;
const leading = 1.14;

/** The lines of a title at the largest size that fits. A title too long for the smallest size ends with an ellipsis. */
function fitTitle(title: string, font: Parameters<typeof breakLines>[1]): { size: number; lines: string[] } {
  for (const { size, most } of sizes) {
    const lines = breakLines(title, font, size, measure);
    if (lines.length <= most && lines.every((line) => lineWidth(line, font, size) <= measure)) return { size, lines };
  }
  const { size, most } = sizes[sizes.length - 1] as (typeof sizes)[number];
  const lines = breakLines(title, font, size, measure);
  return { size, lines: lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`] };
}

/** Draws the card as SVG with outlines in place of fonts. The output is deterministic. */
export function drawCard(title: string, siteName: string, theme: SiteTheme): string {
  const { bg, fg, accent, line } = shadesOfTheme(theme).dark;
  const [heading] = fontsOf(theme);
  const { width, height } = cardSize;
  const { size, lines } = fitTitle(title, heading);
  const step = size * leading;
  // Centres the title between the site's name and the lower margin.
  const first = 180 + (height - 180 - margin - 20 - step * lines.length) / 2 + size * 0.8;
  const rings = Array.from({ length: 9 }, (_, index) => `<circle cx="1130" cy="560" r="${110 + index * 58}"/>`).join(
    '',
  );
  const words = lines.map((text, index) => drawLine(text, heading, size, margin, Math.round(first + index * step), fg));
  const rule = Math.round(first + (lines.length - 1) * step + size * 0.62);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${bg}"/>` +
    `<g fill="none" stroke="${line}" stroke-width="1.5">${rings}</g>` +
    `<path d="M104 92l15 15-15 15-15-15z" fill="none" stroke="${accent}" stroke-width="3"/>` +
    drawLine(siteName, heading, 38, 138, 120, fg) +
    words.join('') +
    `<rect x="${margin}" y="${rule}" width="84" height="3" fill="${accent}"/></svg>`
  );
}
