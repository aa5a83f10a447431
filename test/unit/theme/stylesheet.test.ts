import { describe, expect, test } from 'vitest';
import { recipes } from '../../../renderer/blocks/recipes.ts';
import { withPlainColours } from '../../../renderer/theme/colour-mix.ts';
import { buildTheme } from '../../../renderer/theme/theme.ts';

describe('a mixed colour', () => {
  const supports = '@supports (color:color-mix(in srgb,red,red))';
  test.each([
    [
      '.a{color:red;background:color-mix(in srgb,var(--x) 88%,#000)}',
      `.a{color:red;background:var(--x)}${supports}{.a{background:color-mix(in srgb,var(--x) 88%,#000)}}`,
    ],
    [
      '.a>b{background:radial-gradient(color-mix(in srgb,var(--x) 9%,var(--y)) 1px,transparent)}',
      `.a>b{background:radial-gradient(var(--y) 1px,transparent)}${supports}{.a>b{background:radial-gradient(color-mix(in srgb,var(--x) 9%,var(--y)) 1px,transparent)}}`,
    ],
    ['.a{color:red}', '.a{color:red}'],
  ])('%s', (rule, printed) => expect(withPlainColours(rule)).toBe(printed));
});

test('every color-mix in the theme has a fallback', () => {
  const { stylesheet } = buildTheme({}, recipes);
  const rules = [...stylesheet.pieces.map(({ css }) => css), stylesheet.reset, ...stylesheet.keyframes.values()];
  expect(rules.join('')).toContain('color-mix(in srgb,var(');
  for (const rule of rules)
    expect(rule.replaceAll(/@supports \(color:color-mix\(in srgb,red,red\)\)\{[^{}]*\{[^{}]*\}\}/g, '')).not.toContain(
      'color-mix(',
    );
});

test('no rule takes the background from a form or a panel that has a tone', () => {
  const { stylesheet } = buildTheme({}, recipes);
  const rules = stylesheet.pieces.flatMap(({ css }) => css.match(/[^{}]+\{[^{}]*background:none[^{}]*\}/g) ?? []);
  const selectors = rules.map((rule) => rule.slice(0, rule.indexOf('{')));
  const cards = selectors.filter((selector) => /\.(?:form|panel)(?:--\w+)?(?![\w-])[^ ]*$/.test(selector));
  expect(cards.length).toBeGreaterThan(1);
  for (const selector of cards) expect(selector).toContain(':not(.tone)');
});
