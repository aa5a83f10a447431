/** Compiles a site's theme, and computes the CSS of its pages. */

import type { Recipe } from './chakra.ts';
import { type FontFile, fontFaces, fontFile } from './fonts.ts';
import type { SetText } from './line-breaks.ts';
import { kerningOf } from './outlines.ts';
import type { SiteTheme } from './palette.ts';
import { compileStylesheet, type Stylesheet } from './stylesheet.ts';
import { createThemeSystem, fontsOf } from './system.ts';

/** The texts in the first view of a page, by font. */
export interface FirstWords {
  readonly heading: string;
  readonly body: string;
  /** Texts whose lines must break in the same places in every font. */
  readonly set: { readonly heading: readonly SetText[]; readonly body: readonly SetText[] };
}

const noWords: FirstWords = { heading: '', body: '', set: { heading: [], body: [] } };

export interface Theme {
  /** The colour of the browser's toolbar. */
  readonly color: string;
  /** The font files; null for a system family. */
  readonly fonts: { readonly heading: FontFile | null; readonly body: FontFile | null };
  readonly stylesheet: Stylesheet;
}

const compiled = new WeakMap<readonly Recipe[], Map<string, Theme>>();

/**
 * Compiles a site's theme. Equal themes are compiled once per process.
 * @param recipes in the order of the cascade
 */
export function buildTheme(siteTheme: SiteTheme, recipes: readonly Recipe[]): Theme {
  const themes = compiled.get(recipes) ?? new Map<string, Theme>();
  compiled.set(recipes, themes);
  const content = JSON.stringify(siteTheme ?? {});
  const known = themes.get(content);
  if (known) return known;
  const [heading, body] = fontsOf(siteTheme);
  const theme: Theme = {
    color: siteTheme?.browserColor ?? siteTheme?.colors?.night ?? '#17181A',
    fonts: { heading: fontFile(heading), body: fontFile(body) },
    stylesheet: compileStylesheet(createThemeSystem(siteTheme), recipes),
  };
  themes.set(content, theme);
  return theme;
}

const classesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => (list ?? '').split(/\s+/)));

const declarations = (variables: ReadonlyMap<string, string>, used: ReadonlySet<string>): string =>
  [...variables]
    .filter(([name]) => used.has(name))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/**
 * The CSS of a page: font faces, variables in use, base styles, and the pieces in use. The output is deterministic.
 * @param html the initial HTML of the page
 * @param also what the page may show later: recipes by name, or single classes as `.class`
 * @param fontUrls addresses of the font files; a family without one uses its system fallback
 * @param words the texts of the first view, to scale the fallback fonts
 */
export function criticalCss(
  theme: Theme,
  html: string,
  also: Iterable<string>,
  fontUrls: Partial<Readonly<Record<FontFile, string>>>,
  words: FirstWords = noWords,
): string {
  const { stylesheet, fonts } = theme;
  const whole = new Set<string>(also);
  const wanted = classesIn(html);
  for (const name of whole) if (name.startsWith('.')) wanted.add(name.slice(1));
  const pieces = stylesheet.pieces.filter((piece) => wanted.has(piece.className) || whole.has(piece.recipe));
  const rules = stylesheet.reset + pieces.map(({ css }) => css).join('');
  const frames = [...stylesheet.keyframes]
    .filter(([name]) => new RegExp(`animation(?:-name)?:[^;}]*\\b${name}\\b`).test(rules))
    .map(([, css]) => css);
  const body = rules + frames.join('');
  const used = new Set([...body.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name as string));
  const texts = new Map<FontFile, { words: string; set: SetText[] }>();
  for (const role of ['heading', 'body'] as const) {
    const file = fonts[role];
    const { words: before, set } = (file && texts.get(file)) ?? { words: '', set: [] };
    if (file !== null) texts.set(file, { words: before + words[role], set: [...set, ...words.set[role]] });
  }
  // Most pages have no bold headings.
  const heavy =
    /font-family:var\(--fonts-heading\)[^}]*font-weight:[6-9]/.test(rules) ||
    /<h[1-3]\b(?:(?!<\/h).)*<strong/s.test(html);
  const heaviest = heavy ? 900 : 500;
  const faces = [...texts].map(([file, text]) =>
    fontUrls[file]
      ? fontFaces(
          file,
          fontUrls[file],
          text.words,
          text.set,
          (word) => kerningOf(word, file),
          file === fonts.body ? 900 : heaviest,
        )
      : '',
  );
  const tones = [...stylesheet.toneVariables]
    .filter(([tone]) => wanted.has(tone) || whole.has('tone'))
    .map(([tone, variables]) => `.${tone}{${declarations(variables, used)}}`);
  return `${faces.join('')}:root{${declarations(stylesheet.variables, used)}}${tones.join('')}${body}`;
}
