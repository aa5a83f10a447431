/** A site's theme, compiled once, and the CSS a page of it needs. */
import { type FontFile, fontFaces, fontFile } from './fonts.ts';
import type { SiteTheme } from './palette.ts';
import type { RecipeName } from './recipes.ts';
import { compileStylesheet, type Stylesheet } from './stylesheet.ts';
import { createThemeSystem, fontsOf } from './system.ts';

export interface Theme {
  /** The colour of the browser's own bar. */
  readonly color: string;
  /** The files its families need, heading first; at most two. */
  readonly fonts: readonly FontFile[];
  readonly stylesheet: Stylesheet;
}

const themes = new Map<string, Theme>();

/** Compiles a site's theme; the same content is compiled once in a process. */
export function buildTheme(siteTheme: SiteTheme): Theme {
  const content = JSON.stringify(siteTheme ?? {});
  const known = themes.get(content);
  if (known) return known;
  const theme: Theme = {
    color: siteTheme?.color ?? siteTheme?.colors?.night ?? '#17181A',
    fonts: [...new Set(fontsOf(siteTheme).map(fontFile))].filter((file) => file !== null),
    stylesheet: compileStylesheet(createThemeSystem(siteTheme)),
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
 */
export function criticalCss(
  theme: Theme,
  html: string,
  also: Iterable<RecipeName | `.${string}`>,
  fontUrls: Partial<Readonly<Record<FontFile, string>>>,
): string {
  const { stylesheet } = theme;
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
  const faces = theme.fonts.map((file) => (fontUrls[file] ? fontFaces(file, fontUrls[file]) : ''));
  const tones = [...stylesheet.toneVariables]
    .filter(([tone]) => wanted.has(tone) || whole.has('tone'))
    .map(([tone, variables]) => `.${tone}{${declarations(variables, used)}}`);
  return `${faces.join('')}:root{${declarations(stylesheet.variables, used)}}${tones.join('')}${body}`;
}
