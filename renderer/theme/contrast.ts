/** Colour arithmetic on `#rrggbb`, to derive a readable palette from a site's few colours. */

type Channels = readonly [red: number, green: number, blue: number];

function channels(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two `#rrggbb` colours in sRGB. @param share of `over`, 0 to 1 */
export function mix(over: string, under: string, share: number): string {
  const [a, b] = [channels(over), channels(under)];
  const hex = a.map((channel, index) =>
    Math.round(channel * share + (b[index] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** Relative luminance, 0 to 1 (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
export function luminance(color: string): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = channels(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio, 1 to 21 (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Sets the HSL lightness (0 to 1) of a colour and keeps its hue and saturation. */
function withLightness(color: string, lightness: number): string {
  const shares = channels(color).map((channel) => channel / 255);
  const [high, low] = [Math.max(...shares), Math.min(...shares)];
  const chroma = high - low;
  const own = (high + low) / 2;
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * own - 1));
  const wanted = saturation * (1 - Math.abs(2 * lightness - 1));
  const scaled = shares.map((channel) => (chroma === 0 ? 0 : (channel - own) / chroma) * wanted + lightness);
  return `#${scaled
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Lightens a colour just enough to reach the contrast ratio `least` on each dark background. */
export function brightened(color: string, backgrounds: readonly string[], least: number): string {
  for (let lightness = 0.3; lightness < 1; lightness += 0.02) {
    const candidate = withLightness(color, lightness);
    if (backgrounds.every((background) => contrast(candidate, background) >= least)) return candidate;
  }
  return '#ffffff';
}

/**
 * Mixes as little of `towards` into a colour as it needs to be readable on every background.
 * @param least the minimum contrast ratio: 4.5 for text, 3 for graphics (WCAG AA)
 */
export function readable(color: string, backgrounds: readonly string[], towards: string, least = 4.5): string {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(towards, color, share);
    if (backgrounds.every((background) => contrast(candidate, background) >= least)) return candidate;
  }
  return towards;
}
