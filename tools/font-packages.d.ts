/** The API that `tools/fonts.ts` uses, so that types can be checked without these packages. */
declare module 'subset-font' {
  export type VariationAxes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'sfnt' | 'woff2';
      variationAxes?: VariationAxes;
      keepFeatures?: readonly string[];
      noHinting?: boolean;
    },
  ): Promise<Uint8Array>;
}

declare module 'harfbuzzjs' {
  export class Blob {
    constructor(data: Uint8Array);
  }
  export class Face {
    readonly upem: number;
    constructor(blob: Blob);
  }
  export class Font {
    constructor(face: Face);
    hExtents(): { ascender: number; descender: number; lineGap: number };
    nominalGlyph(unicode: number): number | undefined;
    glyphHAdvance(glyph: number): number;
    glyphToJson(glyph: number): { type: string; values: number[] }[];
  }
  export class Feature {
    constructor(tag: string, value: number);
  }
  export class Buffer {
    addText(text: string): void;
    guessSegmentProperties(): void;
    getGlyphPositions(): { xAdvance: number }[];
  }
  export function shape(font: Font, buffer: Buffer, features: readonly Feature[]): void;
}
