/** `color-mix` for browsers without it (before Safari 16.2). */

const colour = '(?:[^(),]|\\([^()]*\\))+?';
const mixed = new RegExp(`color-mix\\(in srgb,(${colour}) ([0-9]+)%,(${colour})\\)`, 'g');
/** From this share on the first colour stands for the mixture. */
const heavy = 25;

/**
 * A flat rule whose mixtures stand behind `@supports`, with their heavier colour before it. A value that contains
 * `var()` is only found invalid when it is computed, so a declaration before it would be lost.
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
