/** The self-hosted families: their files, and system faces stretched to their measure so that the swap moves nothing. */
import type { SiteTheme } from './palette.ts';
import metrics from './fonts/metrics.json' with { type: 'json' };

export type FontChoice = NonNullable<NonNullable<NonNullable<SiteTheme>['fonts']>['heading']>;
/** A family that has a file in `renderer/theme/fonts/`. */
export type FontFile = 'newsreader' | 'fraunces' | 'inter';

interface Family {
  readonly name: string;
  readonly weights: string;
  readonly kind: 'serif' | 'sans';
}

const families: Readonly<Record<FontFile, Family>> = {
  newsreader: { name: 'Newsreader', weights: '400 600', kind: 'serif' },
  fraunces: { name: 'Fraunces', weights: '400 600', kind: 'serif' },
  inter: { name: 'Inter', weights: '400 700', kind: 'sans' },
};

const fallbacks = {
  serif: {
    local: ['Times New Roman', 'Liberation Serif'],
    metrics: metrics.times,
    stack: 'Georgia, "Times New Roman", serif',
  },
  sans: {
    local: ['Arial', 'Liberation Sans', 'Roboto'],
    metrics: metrics.arial,
    stack: 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  },
} as const;

/** Whether a choice is a file, and which; null for a system family. */
export const fontFile = (choice: FontChoice): FontFile | null => (choice in families ? (choice as FontFile) : null);

/** The CSS `font-family` of a choice. */
export function fontStack(choice: FontChoice): string {
  if (choice === 'system-serif') return fallbacks.serif.stack;
  const file = fontFile(choice);
  if (!file) return fallbacks.sans.stack;
  const { name, kind } = families[file];
  return `${name}, "${name} fallback", ${kind === 'serif' ? 'serif' : 'sans-serif'}`;
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/**
 * The `@font-face` rules of a family: the file, and its fallback.
 * `size-adjust` is the ratio of the average advances (over a Portuguese sample, `fonts/build.py`), the overrides are
 * the family's own vertical metrics divided by it: https://www.w3.org/TR/css-fonts-5/#size-adjust-desc
 */
export function fontFaces(file: FontFile, url: string): string {
  const { name, weights, kind } = families[file];
  const own = metrics[file];
  const { local, metrics: system } = fallbacks[kind];
  const adjust = own.averageWidth / system.averageWidth;
  const sources = local.map((face) => `local("${face}")`).join(',');
  return (
    `@font-face{font-family:${name};src:url(${url}) format("woff2");font-weight:${weights};font-display:swap}` +
    `@font-face{font-family:"${name} fallback";src:${sources};size-adjust:${percent(adjust)};` +
    `ascent-override:${percent(own.ascent / adjust)};descent-override:${percent(own.descent / adjust)};` +
    `line-gap-override:${percent(own.lineGap / adjust)}}`
  );
}
