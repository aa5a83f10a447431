/** Draws text as SVG paths, for pictures that the server creates without the site's fonts. */

import fraunces from './fonts/fraunces.outlines.json' with { type: 'json' };
import inter from './fonts/inter.outlines.json' with { type: 'json' };
import newsreader from './fonts/newsreader.outlines.json' with { type: 'json' };
import { type FontChoice, type FontFile, fontFile } from './fonts.ts';

/** In thousandths of an em. */
interface Outlines {
  readonly kern: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The advance, a space and the path, with y down from the baseline. */
  readonly glyphs: Readonly<Record<string, string>>;
}

interface Face {
  readonly glyphs: ReadonlyMap<string, { readonly advance: number; readonly path: string }>;
  readonly kern: ReadonlyMap<string, number>;
}

const files: Readonly<Record<FontFile, Outlines>> = { newsreader, fraunces, inter };
const faces = new Map<FontFile, Face>();

function read({ kern, glyphs }: Outlines): Face {
  const pairs = new Map<string, number>();
  for (const [lefts, row] of Object.entries(kern))
    for (const [units, rights] of Object.entries(row))
      for (const left of lefts) for (const right of rights) pairs.set(left + right, Number(units));
  const letters = Object.entries(glyphs).map(([letter, glyph]) => {
    const space = glyph.indexOf(' ');
    const advance = Number(space < 0 ? glyph : glyph.slice(0, space));
    return [letter, { advance, path: space < 0 ? '' : glyph.slice(space + 1) }] as const;
  });
  return { glyphs: new Map(letters), kern: pairs };
}

/** The outlines of a choice. A system font has none, so it gets those of a similar family. */
function faceOf(choice: FontChoice): Face {
  const file = fontFile(choice) ?? (choice === 'system-serif' ? 'newsreader' : 'inter');
  const face = faces.get(file) ?? read(files[file]);
  faces.set(file, face);
  return face;
}

interface Glyph {
  readonly path: string;
  /** Thousandths of an em from the start of the text. */
  readonly at: number;
}

/** Places the glyphs of a text. A letter without a glyph is replaced by its base letter, or omitted. */
function place(text: string, face: Face): { readonly letters: readonly Glyph[]; readonly width: number } {
  const letters: Glyph[] = [];
  let width = 0;
  let before = '';
  for (const written of text.normalize('NFC')) {
    const letter = face.glyphs.has(written) ? written : (written.normalize('NFD')[0] ?? '');
    const glyph = face.glyphs.get(letter);
    if (glyph === undefined) continue;
    width += face.kern.get(before + letter) ?? 0;
    if (glyph.path !== '') letters.push({ path: glyph.path, at: width });
    width += glyph.advance;
    before = letter;
  }
  return { letters, width };
}

/** The width that kerning adds to a text in a family, in thousandths of an em. */
export function kerningOf(text: string, file: FontFile): number {
  const { kern } = faceOf(file);
  const letters = [...text];
  return letters.reduce((sum, letter, index) => sum + (kern.get(letter + (letters[index + 1] ?? '')) ?? 0), 0);
}

/** The width of a line, in pixels. @param size in pixels */
export const lineWidth = (text: string, font: FontChoice, size: number): number =>
  (place(text, faceOf(font)).width * size) / 1000;

/** Draws a line as SVG, starting at a point on its baseline. */
export function drawLine(text: string, font: FontChoice, size: number, x: number, y: number, fill: string): string {
  const paths = place(text, faceOf(font)).letters.map(
    ({ path, at }) => `<path transform="translate(${at})" d="${path}"/>`,
  );
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / 1000})">${paths.join('')}</g>`;
}

/** Breaks a text into lines of at most `width` pixels. A wider word has a line of its own. */
export function breakLines(text: string, font: FontChoice, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const line = lines.at(-1);
    if (line !== undefined && lineWidth(`${line} ${word}`, font, size) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
