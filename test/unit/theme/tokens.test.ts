/** Tokens in recipes: a misspelt one does not compile, and none is left in the stylesheet. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipes } from '../../../renderer/blocks/recipes.ts';
import type { Styles } from '../../../renderer/theme/chakra.ts';
import { colors } from '../../../renderer/theme/tokens.ts';

test('a misspelt token does not compile', () => {
  const misspelt: readonly Styles[] = [
    // @ts-expect-error
    { background: 'surfase' },
    // @ts-expect-error
    { color: 'mutted' },
    // @ts-expect-error
    { _hover: { borderInlineStartColor: 'acent' } },
    // @ts-expect-error
    { '& a': { textDecorationColor: 'accnt!important' } },
    // @ts-expect-error
    { fontSize: 'h7' },
    // @ts-expect-error
    { borderRadius: 'crad' },
    // @ts-expect-error
    { fontFamily: 'headings' },
    // @ts-expect-error
    { border: `1px solid ${colors['lime']}` },
  ];
  expect(misspelt).toHaveLength(8);
});

test('CSS keywords compile as well as tokens', () => {
  const styles: Styles = {
    background: `linear-gradient(90deg,${colors.accent},transparent)`,
    color: 'currentColor',
    fill: 'none',
    outlineColor: 'rgb(0 0 0/.5)',
    borderColor: '#fff',
    fontSize: 'clamp(1rem,2vw,2rem)',
    borderRadius: '50%',
    borderEndEndRadius: 'card',
    fontFamily: 'inherit',
  };
  expect(styles.background).toBe('linear-gradient(90deg,{colors.accent},transparent)');
});

test('tokens within a longer value come from the typed table, and exist', () => {
  const root = join(import.meta.dirname, '../../../renderer');
  const raw = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !name.endsWith('tokens.ts') &&
      /(?<!\$)\{(?:colors|radii)\.\w/.test(readFileSync(join(root, name), 'utf8')),
  );
  expect(raw).toEqual([]);
  const known = new Set<string>(Object.values(colors));
  const used = [...JSON.stringify(recipes).matchAll(/\{colors\.[^}]*\}/g)].map(([reference]) => reference);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((reference) => !known.has(reference))).toEqual([]);
});
