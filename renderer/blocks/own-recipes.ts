/** The recipes of a site's own blocks (`words/blocks/`), after all others in the cascade. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { noWords, type Words } from '../../engine/words/words.ts';
import type { Recipe, Styles } from '../theme/chakra.ts';
import { recipes } from './recipes.ts';

const known = new WeakMap<Words, readonly Recipe[]>();

/** All recipes of a site. The same list for the same words, so that its theme is compiled once. */
export function recipesWith({ words = noWords }: Pick<SiteDefinition, 'words'>): readonly Recipe[] {
  const styled = Object.entries(words.blocks).filter(([, { styles }]) => styles !== undefined);
  if (styled.length === 0) return recipes;
  const all = known.get(words) ?? [
    ...recipes,
    ...styled.map(([name, { styles = {} }]) => ({
      className: `own-${name}`,
      slots: Object.keys(styles),
      base: styles as Readonly<Record<string, Styles>>,
    })),
  ];
  known.set(words, all);
  return all;
}
