/** Fallback for browsers without `color-mix` (Safari before 16.2). */

const colour = '(?:[^(),]|\\([^()]*\\))+?';
const mixed = new RegExp(`color-mix\\(in srgb,(${colour}) ([0-9]+)%,(${colour})\\)`, 'g');
/** From this percentage the fallback is the first colour, below it the second. */
const threshold = 25;

/**
 * Moves declarations with `color-mix` of a flat rule into `@supports`, and adds a fallback with one of the two colours
 * before it. Without `@supports` the fallback would have no effect: browsers detect an invalid value that contains
 * `var()` only when they compute it.
 */
export function withPlainColours(rule: string): string {
  if (!rule.includes('color-mix(')) return rule;
  const at = rule.indexOf('{');
  const selector = rule.slice(0, at);
  const mixtures = rule
    .slice(at + 1, rule.lastIndexOf('}'))
    .split(';')
    .filter((declaration) => declaration.includes('color-mix('));
  const plain = rule.replace(mixed, (_, first: string, share: string, second: string) =>
    Number(share) < threshold ? second : first,
  );
  return `${plain}@supports (color:color-mix(in srgb,red,red)){${selector}{${mixtures.join(';')}}}`;
}
