/**
 * Generates the woff2 files, `metrics.json` and the outlines of `renderer/theme/fonts/` from the @fontsource-variable
 * packages. Run it manually: the results are committed. `node tools/fonts.ts metrics outlines` generates only these, from
 * the existing woff2 files. `pdf` are the fonts of PDF files.
 *
 * The metrics need system fonts: Liberation Sans and Serif, which have the widths of Arial and Times New Roman, and those
 * of Android (`npm install --prefix /tmp/android-fonts @fontsource/roboto @fontsource/noto-serif`).
 *
 * Each file contains the letters of Western European languages, the weights of the type scale and one optical size. The
 * licences of the families (SIL OFL 1.1) allow this; they are in LICENSE.txt beside the files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Blob, Face, Feature, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import subsetFont, { type VariationAxes } from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'renderer/theme/fonts');
const source = join(root, 'node_modules/@fontsource-variable');
const liberation = '/usr/share/fonts/truetype/liberation';
const android = '/tmp/android-fonts/node_modules/@fontsource';

const families: Readonly<Record<string, { readonly file: string; readonly axes: VariationAxes }>> = {
  newsreader: {
    file: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { opsz: 40, wght: { min: 400, max: 600 } },
  },
  fraunces: {
    file: 'fraunces/files/fraunces-latin-opsz-normal.woff2',
    axes: { opsz: 72, wght: { min: 400, max: 600 } },
  },
  inter: { file: 'inter/files/inter-latin-wght-normal.woff2', axes: { wght: { min: 400, max: 700 } } },
};

/** The fallback fonts that text is rendered with until a family has loaded, by weight. */
const system: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  arial: { 400: `${liberation}/LiberationSans-Regular.ttf`, 700: `${liberation}/LiberationSans-Bold.ttf` },
  times: { 400: `${liberation}/LiberationSerif-Regular.ttf` },
  roboto: {
    400: `${android}/roboto/files/roboto-latin-400-normal.woff2`,
    700: `${android}/roboto/files/roboto-latin-700-normal.woff2`,
  },
  notoSerif: { 400: `${android}/noto-serif/files/noto-serif-latin-400-normal.woff2` },
};

/** The weights that recipes use. */
const weights = [400, 500, 600];
/** Weight of the outlines, with which the server draws the titles of generated pictures. */
const outlineWeight = 500;
/** Smaller kerning is invisible and left out. In thousandths of an em. */
const leastKerning = 4;
const features = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum', 'case'];

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const letters = String.fromCodePoint(
  ...range(0x20, 0x7f),
  ...range(0xa0, 0x100),
  ...[0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026],
  ...[0x2039, 0x203a, 0x20ac, 0x2122, 0x2190, 0x2192, 0x2212],
);
/** A sample to measure the effect of kerning. Pages without text of their own are measured by it too. */
const sample =
  'O diagnóstico mostra como um advogado é visto por quem procura orientação. Em quatro minutos você sabe o que ' +
  'o seu perfil diz da sua experiência, quais temas atraem clientes e que passo dar primeiro, sem expor ninguém.';

/** Rounds half to even, so that errors do not accumulate. */
function round(value: number, places = 0): number {
  const scaled = value * 10 ** places;
  const below = Math.floor(scaled);
  const isHalf = Math.abs(scaled - below - 0.5) < 1e-9;
  return (isHalf ? below + Math.abs(below % 2) : Math.round(scaled)) / 10 ** places;
}

/** An open font, with measures in font units. */
interface OpenFont {
  readonly font: Font;
  readonly em: number;
  /** The glyphs of the letters that it contains. */
  readonly glyphs: ReadonlyMap<string, number>;
}

/** Opens a font. @param axes the instance of a variable font */
async function open(path: string, axes: VariationAxes = {}): Promise<OpenFont> {
  const bytes = await subsetFont(readFileSync(path), letters, {
    targetFormat: 'sfnt',
    variationAxes: axes,
    keepFeatures: features,
  });
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  const glyphs = new Map<string, number>();
  for (const letter of letters) {
    const glyph = font.nominalGlyph(letter.codePointAt(0) as number);
    if (glyph !== undefined) glyphs.set(letter, glyph);
  }
  return { font, em: face.upem, glyphs };
}

const kerningAlone = [
  new Feature('kern', 1),
  ...['liga', 'clig', 'calt', 'rlig', 'rclt', 'ccmp', 'locl', 'mark', 'mkmk'].map((tag) => new Feature(tag, 0)),
];

/** The advances of a text shaped with kerning only, in font units. */
function kernedAdvances(font: Font, text: string): number[] {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer, kerningAlone);
  return buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance);
}

/** Zero width, except at the end of a line. */
const softHyphen = '\u00ad';

/** Kerning: left letters → thousandths of an em → right letters. Letters with equal rows share one. */
function kerningOf({ font, em, glyphs }: OpenFont): Record<string, Record<string, string>> {
  const rows = new Map<string, { lefts: string; row: Record<string, string> }>();
  const shown = [...glyphs].filter(([letter]) => letter !== softHyphen);
  for (const [left, glyph] of shown) {
    const row = new Map<number, string>();
    for (const [right] of shown) {
      const kerned = (kernedAdvances(font, left + right)[0] as number) - font.glyphHAdvance(glyph);
      const units = round((kerned * 1000) / em);
      if (Math.abs(units) >= leastKerning) row.set(units, (row.get(units) ?? '') + right);
    }
    if (row.size === 0) continue;
    const sorted = Object.fromEntries(
      [...row].sort(([a], [b]) => a - b).map(([units, rights]) => [String(units), rights]),
    );
    const key = JSON.stringify(sorted);
    rows.set(key, { lefts: (rows.get(key)?.lefts ?? '') + left, row: sorted });
  }
  return Object.fromEntries([...rows.values()].map(({ lefts, row }) => [lefts, row]));
}

/** A glyph as an SVG path, y down, in thousandths of an em. */
function pathOf({ font, em }: OpenFont, glyph: number): string {
  const scale = 1000 / em;
  let path = '';
  let last: readonly [x: number, y: number] = [Number.NaN, Number.NaN];
  let start = last;
  let isMove = false;
  const commands = font.glyphToJson(glyph);
  for (const [index, { type, values }] of commands.entries()) {
    const points = Array.from({ length: values.length / 2 }, (_, point): [number, number] => [
      (values[2 * point] as number) * scale,
      -(values[2 * point + 1] as number) * scale,
    ]);
    const text = points.map((point) => point.map((value) => String(round(value))).join(' ')).join(' ');
    const end = points.at(-1) ?? last;
    // `Z` draws the closing line.
    const isClosing = commands[index + 1]?.type === 'Z' && end[0] === start[0] && end[1] === start[1];
    if (type !== 'L') path += type + text;
    else if (isClosing || (end[0] === last[0] && end[1] === last[1])) continue;
    else if (end[0] === last[0]) path += `V${round(end[1])}`;
    else if (end[1] === last[1]) path += `H${round(end[0])}`;
    else path += isMove ? ` ${text}` : `L${text}`;
    last = end;
    isMove = type === 'M';
    if (isMove) start = end;
  }
  return path;
}

/** The ratio of kerned to plain width of the sample, and letters by advance in thousandths of an em. */
function measureWeight({ font, em, glyphs }: OpenFont) {
  const advances = new Map<number, string>();
  for (const [letter, glyph] of glyphs) {
    const units = round((font.glyphHAdvance(glyph) * 1000) / em);
    advances.set(units, (advances.get(units) ?? '') + letter);
  }
  const plain = [...sample].reduce((sum, letter) => sum + font.glyphHAdvance(glyphs.get(letter) as number), 0);
  const kerned = kernedAdvances(font, sample).reduce((sum, advance) => sum + advance, 0);
  return {
    kerning: round(kerned / plain, 4),
    advances: Object.fromEntries([...advances].sort(([a], [b]) => a - b)),
  };
}

/** Measures a font in several weights. */
function measure(faces: readonly (readonly [weight: number, face: OpenFont])[]) {
  const [[, first]] = faces as [readonly [number, OpenFont]];
  const { ascender, descender, lineGap } = first.font.hExtents();
  return {
    ascent: round(ascender / first.em, 4),
    descent: round(-descender / first.em, 4),
    lineGap: round(lineGap / first.em, 4),
    weights: Object.fromEntries(faces.map(([weight, face]) => [weight, measureWeight(face)])),
  };
}

const fileOf = (family: string): string => join(folder, `${family}.woff2`);

async function saveFiles(): Promise<void> {
  for (const [name, { file, axes }] of Object.entries(families))
    writeFileSync(
      fileOf(name),
      await subsetFont(readFileSync(join(source, file)), letters, {
        targetFormat: 'woff2',
        variationAxes: axes,
        keepFeatures: features,
        noHinting: true,
      }),
    );
}

async function saveMetrics(): Promise<void> {
  const metrics: Record<string, unknown> = { sample };
  for (const name of Object.keys(families))
    metrics[name] = measure(
      await Promise.all(weights.map(async (wght) => [wght, await open(fileOf(name), { wght })] as const)),
    );
  for (const [name, files] of Object.entries(system))
    metrics[name] = measure(
      await Promise.all(
        Object.entries(files).map(async ([weight, path]) => [Number(weight), await open(path)] as const),
      ),
    );
  writeFileSync(join(folder, 'metrics.json'), `${JSON.stringify(metrics, null, 1)}\n`);
}

async function saveOutlines(): Promise<void> {
  for (const name of Object.keys(families)) {
    const face = await open(fileOf(name), { wght: outlineWeight });
    const glyphs = Object.fromEntries(
      [...face.glyphs].map(([letter, glyph]) => [
        letter,
        `${round((face.font.glyphHAdvance(glyph) * 1000) / face.em)} ${pathOf(face, glyph)}`.trim(),
      ]),
    );
    writeFileSync(
      join(folder, `${name}.outlines.json`),
      `${JSON.stringify({ kern: kerningOf(face), glyphs }, null, 2)}\n`,
    );
  }
}

/** The weights of documents, as files of one weight: PDF knows no variable fonts. */
async function saveDocumentFonts(): Promise<void> {
  for (const name of Object.keys(families))
    for (const wght of [400, 600])
      writeFileSync(
        join(folder, 'pdf', `${name}-${wght}.ttf`),
        await subsetFont(readFileSync(fileOf(name)), letters, {
          targetFormat: 'sfnt',
          variationAxes: { wght },
          keepFeatures: ['kern', 'liga', 'lnum'],
          noHinting: true,
        }),
      );
}

const parts = { files: saveFiles, metrics: saveMetrics, outlines: saveOutlines, documents: saveDocumentFonts };
const wanted = process.argv.slice(2);
for (const [name, save] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await save();
