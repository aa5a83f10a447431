/** Fallback for browsers without `color-mix` (Safari before 16.2). */

const colour = '(?:[^(),]|\\([^()]*\\))+?';
const mixed = new RegExp(`color-mix\\(in srgb,(${colour}) ([0-9]+)%,(${colour})\\)`, 'g');
/** The fallback is the first colour from this percentage on, the second below it. */
const heavy = 25;

/**
 * Moves the mixtures of a flat rule into `@supports` and puts one of their colours before it. Without `@supports` a
 * fallback would be lost: browsers detect an invalid value that contains `var()` only when they compute it.
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
    Number(share) < heavy ? second : first,
  );
  return `${plain}@supports (color:color-mix(in srgb,red,red)){${selector}{${mixtures.join(';')}}}`;
}
