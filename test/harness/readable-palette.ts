/** The contrasts that every palette must have in every tone. */
import { describe, expect, test } from 'vitest';
import { contrast } from '../../renderer/theme/contrast.ts';
import { type SiteColors, shadesOf } from '../../renderer/theme/palette.ts';

/** Declares the tests for a palette. */
export function describeReadable(name: string, colors: SiteColors): void {
  describe(`the palette ${name}`, () => {
    test.each(Object.entries(shadesOf(colors)))('tone %s has readable contrasts', (_tone, shades) => {
      for (const ground of [shades.bg, shades.surface]) {
        for (const text of ['fg', 'muted', 'accent', 'poor'] as const) {
          expect(contrast(shades[text], ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
        for (const sign of ['edge', 'good', 'fair', 'strong'] as const) {
          expect(contrast(shades[sign], ground), `${sign} on ${ground}`).toBeGreaterThanOrEqual(3);
        }
      }
      expect(contrast(shades.fg, shades.field)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades.muted, shades.field), 'placeholder').toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades.strongInk, shades.strong)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shades.strongInk, shades.strongOver), 'under the pointer').toBeGreaterThanOrEqual(4.5);
    });
  });
}
