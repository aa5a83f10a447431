/** The recipes of a site's own blocks (`extensions/blocks/`), after all others in the cascade. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { type Extensions, noExtensions } from '../../engine/extensions/extensions.ts';
import type { Recipe, Styles } from '../theme/chakra.ts';
import { recipes } from './recipes.ts';

const known = new WeakMap<Extensions, readonly Recipe[]>();

/** All recipes of a site. The same list for the same extensions, so that its theme is compiled once. */
export function recipesWith({ extensions = noExtensions }: Pick<SiteDefinition, 'extensions'>): readonly Recipe[] {
  const styled = Object.entries(extensions.blocks).filter(([, { styles }]) => styles !== undefined);
  if (styled.length === 0) return recipes;
  const all = known.get(extensions) ?? [
    ...recipes,
    ...styled.map(([name, { styles = {} }]) => ({
      className: `extension-${name}`,
      slots: Object.keys(styles),
      base: styles as Readonly<Record<string, Styles>>,
    })),
  ];
  known.set(extensions, all);
  return all;
}
