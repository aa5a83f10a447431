import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contrast } from '../../../renderer/theme/contrast.ts';
import { neutralColors, type SiteColors, shadesOf } from '../../../renderer/theme/palette.ts';
import type { SiteFile } from '../../../schemas/generated/types.ts';

const site = parse(readFileSync('funnels/site.yaml', 'utf8')) as SiteFile;
const palettes: Readonly<Record<string, SiteColors>> = {
  neutral: neutralColors,
  'this site': { ...neutralColors, ...site.theme?.colors },
};

describe('contrast', () => {
  test('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
  test('has no order', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(color, color, (a, b) => contrast(a, b) === contrast(b, a)));
  });
});

describe.each(Object.entries(palettes))('the palette %s', (_, colors) => {
  test.each(Object.entries(shadesOf(colors)))('tone %s can be read', (_tone, shades) => {
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
