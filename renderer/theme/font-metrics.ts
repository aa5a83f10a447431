/** Metrics of the self-hosted families and of system fonts, measured from the font files (`tools/fonts.ts`). */
import written from './fonts/metrics.json' with { type: 'json' };

/** A family with a file in `renderer/theme/fonts/`. */
export type FontFile = 'newsreader' | 'fraunces' | 'inter';
export type SystemFace = 'arial' | 'times' | 'roboto' | 'notoSerif';

/** One weight of a font. */
export interface Advances {
  /** In thousandths of an em, by letter. */
  readonly advances: ReadonlyMap<string, number>;
  /** The ratio of a text's width with and without kerning. */
  readonly kerning: number;
}

/** In ems. */
export interface Face {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly weights: Readonly<Record<string, Advances>>;
}

interface WrittenFace extends Omit<Face, 'weights'> {
  readonly weights: Readonly<Record<string, { kerning: number; advances: Readonly<Record<string, string>> }>>;
}

const read = ({ weights, ...box }: WrittenFace): Face => ({
  ...box,
  weights: Object.fromEntries(
    Object.entries(weights).map(([weight, { kerning, advances }]) => [
      weight,
      {
        kerning,
        advances: new Map(
          Object.entries(advances).flatMap(([units, letters]) => [...letters].map((letter) => [letter, Number(units)])),
        ),
      },
    ]),
  ),
});

/** The text with which kerning was measured. */
export const sample: string = written.sample;

const { sample: _, ...all } = written;

export const faces = Object.fromEntries(Object.entries(all).map(([name, face]) => [name, read(face)])) as Readonly<
  Record<FontFile | SystemFace, Face>
>;
