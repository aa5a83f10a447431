import type { BlockType } from '../../schemas/generated/types.ts';
import type { Recipe } from '../theme/chakra.ts';
import type { VariantChoice } from './classes.ts';
import type { PartRecipe } from './part-recipes.ts';
import type { BlockOf } from './view.ts';

/** A recipe of a part by name, or one class of it. */
export type PartLook = PartRecipe['className'] | `.${string}`;

/** What a block may need of the recipes, for the CSS of screens that the server has not rendered. */
export interface BlockLooks<T extends BlockType, Own extends Recipe> {
  /** What it uses besides its own recipe. */
  readonly parts: readonly PartLook[];
  /** Variants that a definition fixes, by recipe. The CSS of the other options is omitted. */
  chosen?(block: BlockOf<T>): {
    readonly [Name in PartRecipe['className']]?: VariantChoice<Extract<PartRecipe, { readonly className: Name }>>;
  } & { readonly [Name in T]?: VariantChoice<Own> };
}
