/**
 * The self-hosted families. Text is rendered at once in a fallback system font, scaled to the width of the family, and
 * again in the family when its file has loaded (`font-display: swap`). Lines break in the same places, so that the layout
 * does not shift.
 */

import { type Advances, type Face, type FontFile, faces, type SystemFace, sample } from './font-metrics.ts';
import { fitStretch, type SetText } from './line-breaks.ts';
import type { SiteTheme } from './palette.ts';

export type FontChoice = NonNullable<NonNullable<NonNullable<SiteTheme>['fonts']>['heading']>;
export type { FontFile };

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

/** A system font under its local names. The fonts of one entry have the same metrics. */
interface Fallback {
  /** Appended to the family's name to name the fallback. */
  readonly suffix: string;
  readonly face: SystemFace;
  readonly regular: readonly string[];
  /** Null if the regular font is used for every weight. */
  readonly bold: readonly string[] | null;
}

// Headings in serif families are light, so the regular font is closer to them than the bold one.
const fallbacks: Readonly<Record<Family['kind'], readonly Fallback[]>> = {
  serif: [
    { suffix: 'fallback', face: 'times', regular: ['Times New Roman', 'Liberation Serif', 'Tinos'], bold: null },
    { suffix: 'android', face: 'notoSerif', regular: ['Noto Serif', 'NotoSerif-Regular'], bold: null },
  ],
  sans: [
    {
      suffix: 'fallback',
      face: 'arial',
      regular: ['Arial', 'Liberation Sans', 'Arimo'],
      bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold'],
    },
    { suffix: 'android', face: 'roboto', regular: ['Roboto', 'Roboto-Regular'], bold: ['Roboto Bold', 'Roboto-Bold'] },
  ],
};

const stacks: Readonly<Record<Family['kind'], string>> = {
  serif: 'Georgia, "Times New Roman", serif',
  sans: 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
};

/** The font file of a choice; null for a system family. */
export const fontFile = (choice: FontChoice): FontFile | null => (choice in families ? (choice as FontFile) : null);

/** The CSS `font-family` of a choice. */
export function fontStack(choice: FontChoice): string {
  if (choice === 'system-serif') return stacks.serif;
  const file = fontFile(choice);
  if (!file) return stacks.sans;
  const { name, kind } = families[file];
  const names = fallbacks[kind].map(({ suffix }) => `"${name} ${suffix}"`);
  return [name, ...names, kind === 'serif' ? 'serif' : 'sans-serif'].join(', ');
}

/** The width of a text in thousandths of an em, without letters that the other font lacks. */
function widthOf(text: string, { advances, kerning }: Advances, also: Advances): number {
  let width = 0;
  for (const letter of text) if (also.advances.has(letter)) width += advances.get(letter) ?? 0;
  return width * kerning;
}

let counted = { text: '', letters: new Map<string, number>() };

/** How often each letter occurs in a text. A page asks for the same text once per font and weight. */
function lettersOf(text: string): ReadonlyMap<string, number> {
  if (counted.text === text) return counted.letters;
  const letters = new Map<string, number>();
  for (const letter of text) letters.set(letter, (letters.get(letter) ?? 0) + 1);
  counted = { text, letters };
  return letters;
}

/** The widths of a text in two fonts, without letters that one of them lacks. */
function widthsOf(text: string, own: Advances, system: Advances): [own: number, system: number] {
  let [wide, narrow] = [0, 0];
  for (const [letter, count] of lettersOf(text)) {
    const [width, other] = [own.advances.get(letter), system.advances.get(letter)];
    if (width === undefined || other === undefined) continue;
    wide += width * count;
    narrow += other * count;
  }
  return [wide * own.kerning, narrow * system.kerning];
}

/** The factor by which a system font is scaled, so that a text is as wide as in the family. */
export function stretchOf(text: string, own: Advances, system: Advances): number {
  const [wide, narrow] = widthsOf(text, own, system);
  if (wide > 0) return wide / narrow;
  const [sampleWide, sampleNarrow] = widthsOf(sample, own, system);
  return sampleWide / sampleNarrow;
}

const percent = (share: number, digits: number): string => `${Number((share * 100).toFixed(digits))}%`;

const weightsOf = ({ weights }: Face): string[] => Object.keys(weights);

const stretches = new Map<string, number>();
const mostStretches = 500;

/** Caches the factor, whose search takes milliseconds: pages rendered for different visitors mostly have the same texts. */
function cached(words: string, find: () => number): number {
  const known = stretches.get(words);
  if (known !== undefined) return known;
  if (stretches.size >= mostStretches) stretches.clear();
  const found = find();
  stretches.set(words, found);
  return found;
}

/**
 * The `@font-face` rules of a family: one for the file, and one for each fallback font and weight.
 * `size-adjust` is the ratio of the widths. The overrides are the family's vertical metrics divided by it:
 * https://www.w3.org/TR/css-fonts-5/#size-adjust-desc
 * @param text the text of the first view in this family
 * @param set texts whose lines must break in the same places
 * @param kerning returns the width that kerning adds to a text in the family, in thousandths of an em
 * @param heaviest the heaviest weight with its own rule, which also applies to heavier text
 */
export function fontFaces(
  file: FontFile,
  url: string,
  text = '',
  set: readonly SetText[] = [],
  kerning: (text: string) => number = () => 0,
  heaviest = 900,
): string {
  const { name, weights, kind } = families[file];
  const own = faces[file];
  const fallback = ({ suffix, face, regular, bold }: Fallback, weight: string, last: boolean): string => {
    const heavy = bold !== null && Number(weight) >= 600;
    const system = faces[face].weights[heavy ? '700' : '400'] as Advances;
    const advances = own.weights[weight] as Advances;
    const stretch = cached(JSON.stringify([file, suffix, weight, text, set]), () =>
      fitStretch(
        stretchOf(text, advances, system),
        set,
        (word) => widthOf(word, { ...advances, kerning: 1 }, system) + kerning(word),
        (word) => widthOf(word, system, advances),
      ),
    );
    return (
      `@font-face{font-family:"${name} ${suffix}";src:${(heavy ? bold : regular).map((local) => `local("${local}")`).join(',')};` +
      `font-weight:${last ? `${weight} 900` : weight};size-adjust:${percent(stretch, 2)};ascent-override:${percent(own.ascent / stretch, 1)};` +
      `descent-override:${percent(own.descent / stretch, 1)};line-gap-override:${percent(own.lineGap / stretch, 1)}}`
    );
  };
  const covered = weightsOf(own).filter((weight) => Number(weight) <= heaviest);
  return (
    `@font-face{font-family:${name};src:url(${url}) format("woff2");font-weight:${weights};font-display:swap}` +
    fallbacks[kind].flatMap((one) => covered.map((weight) => fallback(one, weight, weight === covered.at(-1)))).join('')
  );
}
