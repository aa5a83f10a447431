/** A site's theme, compiled once, and the CSS a page of it needs. */

import type { Recipe } from './chakra.ts';
import { type FontFile, fontFaces, fontFile } from './fonts.ts';
import type { SetText } from './line-breaks.ts';
import { kerningOf } from './outlines.ts';
import type { SiteTheme } from './palette.ts';
import { compileStylesheet, type Stylesheet } from './stylesheet.ts';
import { createThemeSystem, fontsOf } from './system.ts';

/** The words of a page that are painted first, by the family they are set in. */
export interface FirstWords {
  readonly heading: string;
  readonly body: string;
  /** Those of them whose lines are to break in the same places in every face. */
  readonly set: { readonly heading: readonly SetText[]; readonly body: readonly SetText[] };
}

const noWords: FirstWords = { heading: '', body: '', set: { heading: [], body: [] } };

export interface Theme {
  /** The colour of the browser's own bar. */
  readonly color: string;
  /** The files its families need; null for a family of the system. */
  readonly fonts: { readonly heading: FontFile | null; readonly body: FontFile | null };
  readonly stylesheet: Stylesheet;
}

const compiled = new WeakMap<readonly Recipe[], Map<string, Theme>>();

/**
 * Compiles a site's theme; the same content is compiled once in a process.
 * @param recipes the looks of what pages are made of, in the order of the cascade
 */
export function buildTheme(siteTheme: SiteTheme, recipes: readonly Recipe[]): Theme {
  const themes = compiled.get(recipes) ?? new Map<string, Theme>();
  compiled.set(recipes, themes);
  const content = JSON.stringify(siteTheme ?? {});
  const known = themes.get(content);
  if (known) return known;
  const [heading, body] = fontsOf(siteTheme);
  const theme: Theme = {
    color: siteTheme?.color ?? siteTheme?.colors?.night ?? '#17181A',
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
 * The CSS a page needs, deterministic: font faces, the variables that are read, the ground, and the pieces in use.
 * @param html what the page shows at first
 * @param also what it may show later: recipes by name (whole), or single classes as `.class`
 * @param fontUrls where the font files are served; a family without one falls back to the system's
 * @param words what is painted first, by which the faces of the system are stretched
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
  // Most pages have no heavy headings.
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
