/**
 * The self-hosted families: their files, and system faces stretched to their measure. A file that comes too late for the
 * first paint is kept for the next page (`font-display: optional`): no stretching makes every line break where it did,
 * and a swap moved a narrow phone's page by up to 0.22 of layout shift.
 */

import metrics from './fonts/metrics.json' with { type: 'json' };
import type { SiteTheme } from './palette.ts';

export type FontChoice = NonNullable<NonNullable<NonNullable<SiteTheme>['fonts']>['heading']>;
/** A family that has a file in `renderer/theme/fonts/`. */
export type FontFile = 'newsreader' | 'fraunces' | 'inter';

interface Family {
  readonly name: string;
  readonly weights: string;
  readonly kind: 'serif' | 'sans';
  /** How much narrower kerning makes it than its advances say, beside its fallback; measured in Chromium 156. */
  readonly kerned: number;
}

const families: Readonly<Record<FontFile, Family>> = {
  newsreader: { name: 'Newsreader', weights: '400 600', kind: 'serif', kerned: 0.99 },
  fraunces: { name: 'Fraunces', weights: '400 600', kind: 'serif', kerned: 1 },
  inter: { name: 'Inter', weights: '400 700', kind: 'sans', kerned: 0.996 },
};

const fallbacks = {
  serif: {
    local: ['Times New Roman', 'Liberation Serif'],
    // Headings are light in every family here: the regular cut is nearer to them than the bold one.
    heavy: ['Times New Roman', 'Liberation Serif'],
    heavyWidth: metrics.times.averageWidth,
    metrics: metrics.times,
    stack: 'Georgia, "Times New Roman", serif',
  },
  sans: {
    local: ['Arial', 'Liberation Sans', 'Roboto'],
    heavy: ['Arial Bold', 'Liberation Sans Bold', 'Roboto Bold'],
    heavyWidth: metrics.arial.heavyWidth,
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
 * `size-adjust` is the ratio of the average advances with kerning (over a Portuguese sample, `fonts/build.py`), the overrides are
 * the family's own vertical metrics divided by it: https://www.w3.org/TR/css-fonts-5/#size-adjust-desc
 */
export function fontFaces(file: FontFile, url: string): string {
  const { name, weights, kind, kerned } = families[file];
  const own = metrics[file];
  const system = fallbacks[kind];
  const fallback = (locals: readonly string[], weight: string, adjust: number): string =>
    `@font-face{font-family:"${name} fallback";src:${locals.map((face) => `local("${face}")`).join(',')};` +
    `font-weight:${weight};size-adjust:${percent(adjust)};ascent-override:${percent(own.ascent / adjust)};` +
    `descent-override:${percent(own.descent / adjust)};line-gap-override:${percent(own.lineGap / adjust)}}`;
  return (
    `@font-face{font-family:${name};src:url(${url}) format("woff2");font-weight:${weights};font-display:optional}` +
    fallback(system.local, '400', (kerned * own.averageWidth) / system.metrics.averageWidth) +
    fallback(system.heavy, '500 700', (kerned * own.heavyWidth) / system.heavyWidth)
  );
}
