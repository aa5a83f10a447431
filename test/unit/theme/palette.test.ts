import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../../renderer/theme/contrast.ts';
import { neutralColors } from '../../../renderer/theme/palette.ts';
import { describeReadable } from '../../harness/readable-palette.ts';

describe('contrast', () => {
  test('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
  test('is symmetric', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(fc.property(color, color, (a, b) => contrast(a, b) === contrast(b, a)));
  });
});

describeReadable('neutral', neutralColors);
