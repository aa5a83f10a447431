import { describe, expect, test } from 'vitest';
import { recipes } from '../../../renderer/blocks/recipes.ts';
import { type Advances, faces, sample } from '../../../renderer/theme/font-metrics.ts';
import { type FontFile, fontFaces, fontStack, stretchOf } from '../../../renderer/theme/fonts.ts';
import { buildTheme } from '../../../renderer/theme/theme.ts';

const files: readonly FontFile[] = ['newsreader', 'fraunces', 'inter'];

const width = (text: string, { advances, kerning }: Advances): number =>
  [...text].reduce((sum, letter) => sum + (advances.get(letter) ?? 0), 0) * kerning;

const at = (file: keyof typeof faces, weight: string): Advances => faces[file].weights[weight] as Advances;

describe('a fallback font', () => {
  test.each(['Raspadinha', 'Um perfil que passa confiança', sample])('is as wide as the family: %s', (text) => {
    for (const weight of ['400', '500', '600']) {
      const [own, system] = [at('newsreader', weight), at('times', '400')];
      expect(width(text, system) * stretchOf(text, own, system)).toBeCloseTo(width(text, own), 6);
    }
  });

  test('is measured by a sample text if a page has no text, or only letters without metrics', () => {
    const [own, system] = [at('inter', '400'), at('arial', '400')];
    for (const text of ['', '漢字']) expect(stretchOf(text, own, system)).toBe(stretchOf(sample, own, system));
    expect(stretchOf('a漢', own, system)).toBe(stretchOf('a', own, system));
  });

  test.each(files)('%s: has a rule per system font, with the metrics of the family', (file) => {
    const css = fontFaces(file, '/f.woff2', 'Olá');
    const [own, ...rules] = css.match(/@font-face\{[^}]*\}/g) as string[];
    expect(own).toContain('font-display:swap');
    expect(css.match(/font-display/g)).toHaveLength(1);
    const system = file === 'inter' ? ['Arial', 'Roboto'] : ['Times New Roman', 'Noto Serif'];
    for (const name of system) expect(css).toContain(`local("${name}")`);
    for (const rule of rules) {
      const number = (name: string): number => Number(new RegExp(`${name}:([\\d.]+)%`).exec(rule)?.[1]);
      expect(number('size-adjust')).toBeGreaterThan(70);
      expect(number('size-adjust')).toBeLessThan(130);
      for (const [name, share] of [
        ['ascent-override', faces[file].ascent],
        ['descent-override', faces[file].descent],
      ] as const)
        expect((number(name) * number('size-adjust')) / 10_000).toBeCloseTo(share, 2);
    }
    // Every family with a rule is in the font stack, best first.
    const named = new Set(css.match(/(?<=font-family:")[^"]+/g));
    expect([...named].every((name) => fontStack(file).includes(`"${name}"`))).toBe(true);
    for (const weight of ['400', '500', '600 900']) expect(css).toContain(`font-weight:${weight};size-adjust`);
  });
});

test('no width uses ch or other font-relative units, which differ between fonts', () => {
  const { stylesheet } = buildTheme({ fonts: { heading: 'newsreader', body: 'inter' } }, recipes);
  const css = stylesheet.reset + stylesheet.pieces.map((piece) => piece.css).join('');
  expect(css.match(/[^;{]*[\d.](?:ch|ex|cap|ic)\b[^;}]*/g)).toBeNull();
});
